import type { Client, LeydenError, Network } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OptionTable } from '../card/option-table.js'
import type { AddressLookup } from '../lightning-address/address-lookup.js'
import type { CheckedCharge, Order, PaymentFacts, PayState, ShownCharge } from '../pay-flow/index.js'
import type { WidgetEvents } from '../widget/widget-event.js'
import type { Fiat } from './fiat.js'
import type { ConnectWallet } from './wallet-connection.js'
import type { Wallet } from './wallets.js'

/** A payment, and its evidence: a preimage, or a report of the recipient's provider (`verify`) or the shop (`app`). */
export interface Payment extends Omit<PaymentFacts, 'success' | 'proofDelivery'> {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** The `reference` of the page, or that of the intent. */
  reference?: string | undefined
}

/** What a payment is for, how its form starts, and the callbacks of the page. */
export interface PayOptions {
  /**
   * The Lightning Address to pay, locked. A text that is not `name@domain` keeps the widget inert, and the console
   * says so.
   *
   * @default people type one
   */
  address?: string | undefined
  /**
   * The address that the field starts with.
   *
   * @default an empty field
   */
  defaultAddress?: string | undefined
  /**
   * Whole satoshis, locked. `null`, as for a cart that is still loading, keeps the widget inert; so does anything that
   * is not a positive whole number, and the console says so.
   *
   * @default people choose the amount
   */
  amountSats?: bigint | number | null | undefined
  /**
   * Whole satoshis that the amount field starts with.
   *
   * @default an empty field
   */
  defaultAmountSats?: bigint | number | undefined
  /**
   * Amounts to choose from, in whole satoshis. While a currency is entered, they are rounded in it.
   *
   * @default none; in a currency three round amounts
   */
  presets?: readonly (bigint | number)[] | undefined
  /**
   * A note that goes out with the payment, locked; at most 639 characters.
   *
   * @default people write one, where the recipient accepts notes
   */
  description?: string | undefined
  /**
   * The text that the note field starts with.
   *
   * @default an empty field
   */
  defaultDescription?: string | undefined
  /**
   * Your own reference, at most 255 characters. It comes back with the payment and in your server's event.
   *
   * @default none
   */
  reference?: string | undefined
  /**
   * An order that your server signed, or an async function that fetches one. It sets recipient, amount, note and
   * reference, all locked; `address` and `amountSats` beside it must be the same. A function is called once, and once
   * more when the order has expired.
   *
   * @default none
   */
  intent?: string | (() => Promise<string>) | undefined
  /**
   * Whether the invoice is requested at once, without a press: where an intent, or `address` and `amountSats`, leave
   * nothing to fill in. Each view of the page then makes a charge. It pays nothing.
   *
   * @default false
   */
  autoInvoice?: boolean | undefined
  /**
   * A currency (ISO 4217), such as `USD`: amounts are shown and can be entered in it too, at the exchange rate of the BFF.
   * While the BFF has none, satoshis only are shown.
   *
   * @default satoshis only
   */
  currency?: string | undefined
  /**
   * `{ currency, rate?, asOf?, presets? }`: as `currency`, with a rate of the page's own in place of the BFF's, or with
   * amounts to choose from.
   *
   * @default that of `currency`
   */
  fiat?: Fiat | undefined
  /**
   * Refuses invoices for any other network.
   *
   * @default the network that the BFF names, else `mainnet`
   */
  network?: Network | undefined
  /**
   * Wallet apps that phones offer, in this order, as `{ name, prefix, icon? }`. An empty list offers none.
   *
   * @default `knownWallets`
   */
  wallets?: readonly Wallet[] | undefined
  /**
   * Offers "Connect a wallet": an async function that loads Bitcoin Connect, `() => import('@getalby/bitcoin-connect')`.
   * It is called when a person presses, never before.
   *
   * @default the provider's
   */
  connectWallet?: ConnectWallet | undefined
  /**
   * Whether the invoice says what people need who have no wallet yet.
   *
   * @default true
   */
  walletHint?: boolean | undefined
  /**
   * Where people without a wallet buy bitcoin: a URL, or `#id` of a `RampWidget` on the same page.
   *
   * @default no link
   */
  buyBitcoinUrl?: string | undefined
  /**
   * Thanks in your own words, shown between "Paid" and the receipt.
   *
   * @default nothing
   */
  renderSuccess?: ((payment: Payment) => ReactNode) | undefined
  /**
   * The client of this widget.
   *
   * @default the provider's
   */
  client?: Client | undefined
  /** A person changed the address: the text of the field. */
  onAddressChange?: ((text: string) => void) | undefined
  /** A person typed or chose an amount: satoshis, whatever the unit; `null` while the field holds no amount. */
  onAmountChange?: ((sats: bigint | null) => void) | undefined
  /** A person changed the note: the text of the field. */
  onNoteChange?: ((text: string) => void) | undefined
  /** A new invoice passed every check and is about to be shown. */
  onCharge?: ((charge: CheckedCharge) => void) | undefined
  /**
   * A charge of this widget's order was paid: once per charge, in a tab that has storage. `duplicateOf` names an
   * earlier payment of the same order. For looks only: give goods on your server's `onEvent`.
   */
  onPaid?: ((payment: Payment) => void) | undefined
  /** The invoice expired unpaid. */
  onExpired?: ((charge: CheckedCharge) => void) | undefined
  /** The invoice expired, and nobody can tell whether it was paid. */
  onUnconfirmed?: ((charge: CheckedCharge) => void) | undefined
  /** A person pressed "Done" at the end. */
  onDone?: ((state: PayState) => void) | undefined
  /** A look-up or a request failed; the widget already shows it to the person. */
  onError?: ((error: LeydenError) => void) | undefined
  /** The payment has a new state, or the address in the form has. */
  onStateChange?: ((state: PayState, address: AddressLookup) => void) | undefined
}

/** The settings of a pay widget's engine. The engine reads them at each use, so a new object restarts nothing. */
export interface PaySettings extends Omit<PayOptions, 'client'> {
  /** The client of the BFF. */
  client: Client
  /** Where queries are cached. */
  queryClient: QueryClient
  /** What is known of the address in the form. */
  lookup: AddressLookup
  /** The payer data. It is sent with the request and never stored. */
  payerData?: Readonly<Record<string, string>> | undefined
  /** The order that is requested automatically, once for each order of the page. */
  autoOrder?: Order | undefined
  /** Called for the events of any widget. */
  widgetEvents?: WidgetEvents | undefined
  /** Called when a charge of an earlier page load is shown again, to fill the form with its values. */
  onRestored?: ((shown: ShownCharge) => void) | undefined
}

/**
 * Every option of a payment, and how a custom element takes it.
 *
 * @enum
 */
export const payOptions = {
  address: 'text',
  defaultAddress: 'text',
  amountSats: 'number',
  defaultAmountSats: 'number',
  presets: 'numbers',
  description: 'text',
  defaultDescription: 'text',
  reference: 'text',
  intent: 'property',
  autoInvoice: 'flag',
  currency: 'text',
  fiat: 'property',
  network: 'text',
  wallets: 'property',
  connectWallet: 'property',
  walletHint: 'flag',
  buyBitcoinUrl: 'text',
  renderSuccess: 'none',
  client: 'none',
  onAddressChange: 'leyden-address-change',
  onAmountChange: 'leyden-amount-change',
  onNoteChange: 'leyden-note-change',
  onCharge: 'leyden-charge',
  onPaid: 'leyden-paid',
  onExpired: 'leyden-expired',
  onUnconfirmed: 'leyden-unconfirmed',
  onDone: 'leyden-close',
  onError: 'leyden-error',
  onStateChange: 'leyden-state-change',
} as const satisfies OptionTable<PayOptions>
