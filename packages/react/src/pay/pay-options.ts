import type { Client, Network } from '@leyden/core'
import { isRecord, tryOrUndefined } from '@leyden/core/internal'
import type { SatsInput } from '@leyden/core/money'
import { callbackRows, type OptionTable } from '../foundation/options/option-rule.js'
import type { ConnectWallet } from '../foundation/provider/connect-wallet.js'
import { isCurrency } from './fields/currency.js'
import type { Fiat } from './fields/fiat.js'
import { type PayCallbacks, payCallbacks } from './pay-callbacks.js'
import type { Wallet } from './wallets/known-wallets.js'

/** What a payment is for, how its form starts, and the callbacks of the page. */
export interface PayOptions extends PayCallbacks {
  /**
   * The Lightning Address to pay. The person cannot change it. If it is not of the form `name@domain`, the widget is
   * inert, and the console names the prop. By default, the person types an address.
   *
   * @default none
   */
  address?: string | undefined
  /**
   * The address that the field contains at the start. The person can change it.
   *
   * @default an empty field
   */
  defaultAddress?: string | undefined
  /**
   * The amount in whole satoshis. The person cannot change it. If it is `null` or not a positive whole number, the
   * widget is inert, and the console names the prop. Pass `null` while a cart is loading. By default, the person
   * chooses the amount.
   *
   * @default none
   */
  amountSats?: SatsInput | number | null | undefined
  /**
   * The amount, in whole satoshis, that the amount field contains at the start. The person can change it.
   *
   * @default an empty field
   */
  defaultAmountSats?: SatsInput | number | undefined
  /**
   * Amounts to choose from, in whole satoshis. While the person enters an amount in a currency, the widget offers the
   * nearest round amounts of that currency, or three small round amounts if there are no presets.
   *
   * @default none
   */
  presets?: readonly (SatsInput | number)[] | undefined
  /**
   * The note for the recipient, at most 639 characters. The person cannot change it. By default, the person can write a
   * note if the recipient accepts notes.
   *
   * @default none
   */
  description?: string | undefined
  /**
   * The text that the note field contains at the start. The person can change it.
   *
   * @default an empty field
   */
  defaultDescription?: string | undefined
  /**
   * Your own reference of the order, at most 255 characters. `onPaid` and the event on your server contain it. Another
   * recipient or amount under the same reference is another order.
   *
   * @default none
   */
  reference?: string | undefined
  /**
   * An order that your server signed, or an async function that fetches one. The order fixes the recipient, amount,
   * note and reference. If you also set `address` or `amountSats`, they must equal those of the intent. The widget
   * calls the function once, and again on a press if the order has expired or your server has signed another amount or
   * recipient since.
   *
   * @default none
   */
  intent?: string | (() => Promise<string>) | undefined
  /**
   * Whether the widget requests the invoice as soon as it is shown, without a press. This works only if an intent, or
   * `address` and `amountSats`, fix everything that the person would have to enter. Each view of the page then creates
   * a charge. The option never pays an invoice.
   *
   * @default false
   */
  autoInvoice?: boolean | undefined
  /**
   * A currency (ISO 4217), such as `USD`, or `{ currency, rate?, asOf?, presets? }`. The widget also shows amounts in
   * this currency, at the exchange rate of the BFF or at the `rate` of the object. People enter amounts in it, and can
   * switch to satoshis; with `defaultAmountSats` they start in satoshis. While there is no rate, the widget shows
   * satoshis only.
   *
   * @default none
   */
  fiat?: string | Fiat | undefined
  /**
   * The Bitcoin network. The widget rejects invoices of any other network.
   *
   * @default the network of the BFF, or `mainnet` if the BFF does not report one
   */
  network?: Network | undefined
  /**
   * The wallet apps that the widget offers on phones, in this order, as `{ name, prefix, icon? }`. With an empty list
   * it offers none.
   *
   * @default `knownWallets`
   */
  wallets?: readonly Wallet[] | undefined
  /**
   * An async function that loads Bitcoin Connect, `() => import('@getalby/bitcoin-connect')`. If set, the widget
   * offers "Connect a wallet", and calls the function when the person presses that button, never before.
   *
   * @default the `connectWallet` of the shared settings
   */
  connectWallet?: ConnectWallet | undefined
  /**
   * The target of the link "Buy bitcoin" in the wallet hint: the URL of a page that sells bitcoin, or `#id` of a
   * `RampWidget` on the same page. By default, the hint has no link.
   *
   * @default none
   */
  buyBitcoinUrl?: string | undefined
  /**
   * Where an open invoice is found again: also in another tab, after the page was closed (`browser`), only after a reload
   * of its tab (`tab`), or nowhere (`never`). For `browser` the invoice is stored on the device until it can no longer be
   * paid, without the note and payer data. For `never` a reload loses the invoice and its receipt, and only your server
   * learns of a later payment.
   *
   * @default 'browser'
   */
  remember?: 'browser' | 'tab' | 'never' | undefined
  /**
   * The client of this widget.
   *
   * @default the client of `LeydenProvider`
   */
  client?: Client | undefined
}

const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest']

/**
 * Every option of a payment.
 *
 * @internal
 */
export const payOptions = {
  address: {
    shape: 'text',
    is: 'a Lightning Address, name@domain',
    locks: true,
    neverEmpty: true,
    fixedBy: 'intent',
    reads: 'address',
  },
  defaultAddress: { shape: 'text' },
  amountSats: { shape: 'number', locks: true, neverEmpty: true, fixedBy: 'intent', reads: 'amount' },
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
  intent: { shape: 'signed', locks: true, neverEmpty: true, reads: 'order' },
  autoInvoice: { shape: 'flag' },
  fiat: {
    shape: 'text or object',
    is: 'a currency of ISO 4217, such as USD, or { currency, rate?, asOf?, presets? } with a rate such as 97000.5',
    reads: 'fitting text',
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
  client: { shape: 'object', element: 'none' },
  ...callbackRows(payCallbacks),
} as const satisfies OptionTable<PayOptions>

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
