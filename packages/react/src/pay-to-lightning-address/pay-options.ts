import type { Client, LeydenError, Network } from '@leyden/core'
import type { AddressLookup } from '../lightning-address/address-lookup.js'
import type { CheckedCharge, PaymentFacts, PayState } from '../pay-flow/index.js'
import type { Fiat } from './fiat.js'
import type { Wallet } from './wallets.js'

/** A payment, and what it rests on: a preimage, the recipient provider's word (`verify`), or the shop's (`app`). */
export interface Payment extends Omit<PaymentFacts, 'success'> {
  charge: CheckedCharge
  /** The page's, or that of the intent. */
  reference?: string | undefined
}

export interface PayOptions {
  /** The Lightning Address to pay, locked. */
  address?: string | undefined
  /** What the address field starts with. */
  defaultAddress?: string | undefined
  /** Whole sats, locked. Null, as for a cart that is still loading, keeps the widget inert. */
  amountSats?: bigint | number | null | undefined
  /** What the amount field starts with, in whole sats. */
  defaultAmountSats?: bigint | number | undefined
  /** Amounts to choose from, in whole sats. */
  presets?: readonly (bigint | number)[] | undefined
  /** A note that goes out with the payment, locked; at most 639 characters. */
  description?: string | undefined
  /** What the note field starts with. */
  defaultDescription?: string | undefined
  /** The shop's own reference, at most 255 characters. */
  reference?: string | undefined
  /**
   * An order that your server signed, or an async function that gets one from it. It fixes recipient, amount, note
   * and reference, and is enough alone: `address` and `amountSats` beside it have to say the same. A function is
   * called once, and once again when the order has run out.
   */
  intent?: string | (() => Promise<string>) | undefined
  /** The price of bitcoin in a currency, to show amounts and enter them in it. */
  fiat?: Fiat | undefined
  /** The only network whose invoices are taken; without it the one that the BFF names, else mainnet. */
  network?: Network | undefined
  /** Wallet apps offered on phones, in place of the built-in list; an empty one offers none. */
  wallets?: readonly Wallet[] | undefined
  /** In place of the provider's. */
  client?: Client | undefined
  /** Each text that a person makes of the address. */
  onAddressChange?: ((text: string) => void) | undefined
  /** Each amount that a person types or chooses, in sats whatever the unit; null while the field holds no amount. */
  onAmountChange?: ((sats: bigint | null) => void) | undefined
  /** Each text that a person makes of the note. */
  onNoteChange?: ((text: string) => void) | undefined
  /** A checked invoice is about to be shown. */
  onCharge?: ((charge: CheckedCharge) => void) | undefined
  /**
   * Once per charge of this widget's order, in a tab that has storage; with `duplicateOf` where the same order was
   * paid before. For looks only: give goods on your server's `onEvent`.
   */
  onPaid?: ((payment: Payment) => void) | undefined
  onExpired?: ((charge: CheckedCharge) => void) | undefined
  /** Nobody can tell whether this charge was paid. */
  onUnconfirmed?: ((charge: CheckedCharge) => void) | undefined
  /** The person is through with it. */
  onDone?: ((state: PayState) => void) | undefined
  /** A look-up or a request failed; the person has been told already. */
  onError?: ((error: LeydenError) => void) | undefined
  /** Each new state of the payment, and of the address in the form. */
  onStateChange?: ((state: PayState, address: AddressLookup) => void) | undefined
}

/** Every option, so that none of them lands on the root element: one that is missing here is a type error. */
export const payOptionNames = {
  address: true,
  defaultAddress: true,
  amountSats: true,
  defaultAmountSats: true,
  presets: true,
  description: true,
  defaultDescription: true,
  reference: true,
  intent: true,
  fiat: true,
  network: true,
  wallets: true,
  client: true,
  onAddressChange: true,
  onAmountChange: true,
  onNoteChange: true,
  onCharge: true,
  onPaid: true,
  onExpired: true,
  onUnconfirmed: true,
  onDone: true,
  onError: true,
  onStateChange: true,
} as const satisfies Record<keyof PayOptions, true>
