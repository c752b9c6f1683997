import { isRecord, tryOrUndefined } from '@leyden/core/internal'
import type { OptionRules } from '../foundation/card/option-rule.js'
import { isCurrency } from './fields/currency.js'
import type { PayOptions } from './pay-options.js'

const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest']

/**
 * What each option of a payment has to be.
 *
 * @internal
 */
export const payRules = {
  address: { shape: 'text', locks: true, neverEmpty: true },
  defaultAddress: { shape: 'text' },
  amountSats: { shape: 'number', locks: true, neverEmpty: true },
  defaultAmountSats: { shape: 'number' },
  presets: { shape: 'numbers' },
  description: { shape: 'text', locks: true, fits: (text: string) => text.length <= 639 },
  defaultDescription: { shape: 'text' },
  reference: { shape: 'text', locks: true, fits: (text: string) => text.length <= 255 },
  intent: { shape: 'signed', locks: true, neverEmpty: true },
  autoInvoice: { shape: 'flag' },
  fiat: { shape: 'text or object', fits: isFiat },
  network: { shape: 'text', locks: true, oneOf: NETWORKS },
  wallets: { shape: 'list', fits: (wallets: readonly unknown[]) => wallets.every(isWallet) },
  connectWallet: { shape: 'function' },
  buyBitcoinUrl: { shape: 'text', fits: isLinkTarget },
  renderSuccess: { shape: 'function' },
  remember: { shape: 'text', locks: true, oneOf: ['browser', 'tab'] },
  receipts: { shape: 'text', locks: true, oneOf: ['tab', 'site', 'never'] },
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
