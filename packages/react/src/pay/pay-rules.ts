import { isRecord, tryOrUndefined } from '@leyden/core/internal'
import type { OptionRules } from '../foundation/card/option-rule.js'
import { readsAsAddress, readsAsAmount, readsAsOrder } from '../foundation/card/unknown-name.js'
import { isCurrency } from './fields/currency.js'
import type { PayOptions } from './pay-options.js'

const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest']

/**
 * What each option of a payment has to be.
 *
 * @internal
 */
export const payRules = {
  address: {
    shape: 'text',
    is: 'a Lightning Address, name@domain',
    locks: true,
    neverEmpty: true,
    fixedBy: 'intent',
    reads: readsAsAddress,
  },
  defaultAddress: { shape: 'text' },
  amountSats: { shape: 'number', locks: true, neverEmpty: true, fixedBy: 'intent', reads: readsAsAmount },
  defaultAmountSats: { shape: 'number' },
  presets: { shape: 'numbers' },
  description: {
    shape: 'text',
    is: 'a text of at most 639 characters',
    locks: true,
    fixedBy: 'intent',
    fits: (text: string) => text.length <= 639,
  },
  defaultDescription: { shape: 'text' },
  reference: {
    shape: 'text',
    is: 'a text of at most 255 characters, such as String(id)',
    locks: true,
    fixedBy: 'intent',
    fits: (text: string) => text.length <= 255,
  },
  intent: { shape: 'signed', locks: true, neverEmpty: true, reads: readsAsOrder },
  autoInvoice: { shape: 'flag' },
  fiat: {
    shape: 'text or object',
    is: 'a currency of ISO 4217, such as USD, or { currency, rate?, asOf?, presets? } with a rate such as 97000.5',
    reads: isCurrency,
    fits: isFiat,
  },
  network: { shape: 'text', locks: true, oneOf: NETWORKS },
  wallets: {
    shape: 'list',
    is: 'an array of { name, prefix, icon? }',
    fits: (wallets: readonly unknown[]) => wallets.every(isWallet),
  },
  connectWallet: { shape: 'function' },
  buyBitcoinUrl: { shape: 'text', is: 'the URL of a page, or #id', fits: isLinkTarget },
  remember: { shape: 'text', locks: true, oneOf: ['browser', 'tab', 'never'] },
  client: { shape: 'object' },
} as const satisfies OptionRules<PayOptions>

function isFiat(fiat: unknown): boolean {
  if (!isRecord(fiat)) return isCurrency(fiat)
  const { currency, rate, asOf, presets } = fiat
  const hasTime = asOf === undefined || asOf === null || asOf instanceof Date
  const hasPresets = presets === undefined || presets === null || Array.isArray(presets)
  return isCurrency(currency) && isRate(rate) && hasTime && hasPresets
}

/** Whether a price can be used, or is left out. */
function isRate(rate: unknown): boolean {
  if (rate === undefined || rate === null) return true
  const digits = typeof rate === 'number' ? rate : /^\d{1,21}(\.\d+)?$/.test(String(rate)) ? Number(rate) : 0
  return digits > 0 && digits < 1e21
}

function isWallet(wallet: unknown): boolean {
  return isRecord(wallet) && typeof wallet.name === 'string' && typeof wallet.prefix === 'string'
}

/** A URL or path that a link can have, or `#id`: no `javascript:`. */
function isLinkTarget(target: string): boolean {
  const url = tryOrUndefined(() => new URL(target, 'https://page.example'))
  return url !== undefined && /^https?:$/.test(url.protocol)
}
