import type { AddressFault, AddressReason } from '@leyden/core'
import type { Sats } from '@leyden/core/money'
import type { LightningAddressProblem, PastedKind } from '@leyden/lightning'

/** The recipient of a payment, from a checked look-up. */
export interface Recipient {
  /** The address in its canonical form. */
  address: string
  /** The domain of the address. Its server decides who is paid. */
  domain: string
  /** The smallest amount that the recipient accepts, in whole satoshis. */
  minSats: Sats
  /** The largest amount that the recipient accepts, in whole satoshis. */
  maxSats: Sats
  /** The most characters of a note (LUD-12); 0 if the recipient accepts none. */
  commentAllowed: number
  /** The recipient's description of itself (LUD-06, `text/plain`). Show it as text. */
  description: string
  /** A longer description (LUD-06, `text/long-desc`). Show it as text. */
  longDescription?: string | undefined
  /** The address that the recipient names itself, only if it differs from `address`. */
  identifier?: string | undefined
  /** A checked picture: `data:image/png;base64,…` or `data:image/jpeg;base64,…`. */
  imageDataUrl?: string | undefined
  /** The payer data that the recipient asks for and that can be entered here (LUD-18), in its order. */
  payerData?: readonly PayerDataAsked[] | undefined
}

/** One field of payer data that a recipient asks for. */
export interface PayerDataAsked {
  /** The kind of data. */
  kind: PayerDataKind
  /** Whether the recipient refuses a payment without it. */
  mandatory: boolean
}

/** Payer data that a person can enter without a wallet: a name, their own Lightning Address, an e-mail address. */
export type PayerDataKind = 'name' | 'identifier' | 'email'

/**
 * Why an address was refused: its text is no address (`LightningAddressProblem`) or something else (`PastedKind`), its
 * domain cannot be reached from here (`onion`), or the look-up says so (`AddressReason`).
 */
export type AddressProblemReason =
  | Exclude<LightningAddressProblem, 'empty'>
  | PastedKind
  | 'onion'
  | AddressReason

/** Why an address was refused, before the look-up or by its answer. */
export interface AddressProblem {
  /** The code of the reason, such as `domain_no_dot` or `not_lightning_address`. */
  reason: AddressProblemReason
  /** What is wrong with the reply of the recipient's server, beside `not_usable`. */
  detail?: AddressFault | undefined
  /** The part after the `@`, if there is one. */
  domain?: string | undefined
  /** A suggestion: the address that the person may have meant. */
  suggestion?: string | undefined
  /** The kinds of payer data that the address demands and that cannot be entered here (LUD-18). */
  fields?: readonly string[] | undefined
  /** The recipient's own words (LUD-06). Show them as quoted text only, with the host that said them. */
  words?: ProviderWords | undefined
}

/** The words of a recipient's server. */
export interface ProviderWords {
  /** One line of at most 200 characters. */
  text: string
  /** The host that said them. */
  host: string
}
