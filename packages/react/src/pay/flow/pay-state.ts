import type { ChargeCheck, Detection, LeydenError, Mode, Network, SuccessNote } from '@leyden/core'
import type { Msat, MsatInput } from '@leyden/core/money'
import type { Recipient } from '../../address/recipient.js'
import type { UnionOf } from '../../foundation/flow/create-flow.js'
import type { StateFields } from '../../foundation/reports/state-fields.js'

/** The amount and note of a charge. */
export interface ChargeTerms {
  /** The amount in millisatoshis; whole satoshis, except for a signed order. */
  amountMsat: MsatInput
  /** The note that the recipient gets. */
  note?: string | undefined
  /** The unit in which the person chose the amount. @default 'sats' */
  unit?: AmountUnit | undefined
}

/** Its private member makes {@link CheckedCharge} a type that no literal and no copy of a charge has. */
declare class Checked {
  private readonly isChecked: true
}

/**
 * A charge whose invoice passed every check. Nothing else may hold an invoice, so only `checkCharge` creates one, and
 * nobody can change it: the methods of its dates that would do so throw.
 */
export interface CheckedCharge extends Checked {
  /** The payment hash, 64 hex digits. It identifies the charge. */
  readonly id: string
  /** The recipient's address in its canonical form. */
  readonly address: string
  /** In millisatoshis. */
  readonly amountMsat: Msat
  /** The note that the recipient gets. */
  readonly note?: string | undefined
  /** The BOLT 11 invoice in lower case. */
  readonly invoice: string
  /** When the page got the invoice, by the server's clock. */
  readonly createdAt: Date
  /** When its invoice expires, by the server's clock. */
  readonly expiresAt: Date
  /** Until when the charge is watched: the expiry and a grace time. */
  readonly watchUntil: Date
  /** The URL that reports the charge's state; absent if the server gives none. */
  readonly watchUrl?: string | undefined
  /** The kinds of evidence by which a payment can be detected. */
  readonly detects: readonly Detection[]
  /** The checks that the invoice has passed: `amount` in the page, the others at the shop's server. */
  readonly checked: readonly ChargeCheck[]
  /** `test` if no real money moves. */
  readonly mode: Mode
  /** The network of its invoice. */
  readonly network: Network
  /** The price of bitcoin when the invoice was requested, if it is known. The invoice and the receipt use it. */
  readonly price?: Readonly<Price> | undefined
  /** The unit in which the person chose the amount: it is shown first. @default 'sats' */
  readonly unit?: AmountUnit | undefined
}

/** A price of bitcoin. */
export interface Price {
  /** ISO 4217. */
  currency: string
  /** Currency units per bitcoin: a number, or a text of decimal digits. */
  rate: number | string
}

/** The unit in which amounts are entered and shown: satoshis, or the currency of the page. */
export type AmountUnit = 'sats' | 'fiat'

/** Why a charge's invoice was not shown. */
export interface Mismatch {
  /** The field that differs: `amount`, `network`, `recipient`, `expired`, `uri` or `invoice` (unreadable). */
  field: string
  /** The value that was requested, as text. */
  expected?: string | undefined
  /** The value in the reply, as text. */
  actual?: string | undefined
}

/** The phases of a charge that is not known to be paid. The ledger's machine computes them. */
export type ChargePhase =
  /** The invoice can be paid. */
  | 'payable'
  /** The invoice can be paid, but the server gives no URL for its state, or does not know the charge any more. */
  | 'unwatched'
  /** The invoice has expired, and no check since then was answered. */
  | 'expired_unchecked'
  /** The invoice has expired. A check since then found no payment; one on its way would still be seen. */
  | 'expired'
  /** The watch has ended, and no check since the expiry was answered. */
  | 'ended_unchecked'
  /** The watch has ended. A check since the expiry found no payment, but none since the end was answered. */
  | 'ended_expiry_checked'
  /** Over: a check after the end of the watch found no payment. */
  | 'ended'
  /** Over: the server does not know the charge any more, so nobody can tell whether it was paid. */
  | 'unknown'

/** A charge that was shown to a person, and what is known about it. */
export interface ShownCharge {
  /** The recipient of the charge. */
  recipient: Recipient
  /** The charge whose invoice is or was on the screen. */
  charge: CheckedCharge
  /** What is known about the charge. */
  phase: ChargePhase
  /** How many requests to wallets to pay the charge have no answer yet. @default 0 */
  asked?: number | undefined
  /** How many requests to wallets to pay the charge were not answered clearly. @default 0 */
  doubts?: number | undefined
  /** Since when the server has not answered, by its own clock. Absent while it answers, or before that is certain. */
  unreachableSince?: Date | undefined
}

/** The facts of a payment: with the preimage, if that is its evidence. */
export type PaymentFacts = ProvenPayment | ReportedPayment

/** A payment that its preimage proves to anybody. */
export interface ProvenPayment extends PaymentDetails {
  /** The evidence of the payment. */
  evidence: 'preimage'
  /** The preimage, 64 hex digits: its SHA-256 is the payment hash of the charge. */
  preimage: string
  /** A preimage is checked again, so it is as good as before. */
  isKept?: undefined
}

/** A payment that the shop's server reports. */
export interface ReportedPayment extends PaymentDetails {
  /** Who confirmed the payment: the recipient's provider (`verify`), or the shop (`app`). */
  evidence: 'verify' | 'app'
  /** The preimage, 64 hex digits, if the report contains it. */
  preimage?: string | undefined
  /**
   * Only this device says so: it was reported to an earlier page load, and the shop's server has not been asked again.
   * It is shown without a seal.
   */
  isKept?: true | undefined
}

/** The facts of a payment, besides its evidence. */
export interface PaymentDetails {
  /** The recipient's message after a payment (LUD-09). Show it as text. */
  success?: SuccessNote | undefined
  /** When the payment happened, if that is known; otherwise when this page learnt of it. */
  at: Date
  /** Whether the payment happened after the invoice had expired; undefined if nobody knows. */
  late?: boolean | undefined
  /** The payment hash of an earlier payment of the same order. */
  duplicateOf?: string | undefined
  /**
   * The state of a proof that was entered here and that the shop's server does not have: still being sent, or refused.
   */
  proofDelivery?: 'pending' | 'refused' | undefined
}

/**
 * A payment under the reference of the order that does not pay it: with another recipient or amount, or by an invoice
 * that the shop had replaced when it was paid.
 */
export interface UnmatchedPayment {
  /** The payment hash of its charge, 64 hex digits. */
  id: string
  /** In millisatoshis. */
  amountMsat: Msat
  /** When the payment happened, if that is known; otherwise when it was detected. */
  at: Date
}

/** A payment that is shown in a notice, beside what the widget shows. */
export type ArrivedPayment = PaymentFacts & {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** Whether this widget showed its invoice. */
  isOwn: boolean
}

/**
 * The state of a payment, from the form to the receipt, with the charges that the widget still tracks.
 *
 * ```
 * idle → requesting → awaiting ⇄ confirming → paid
 *            ├→ mismatch   └──────────┴→ expired | unconfirmed
 *            └→ failed
 * ```
 *
 * A late payment leads from every state to `paid`, which is final until the person starts over, or the shop's server says
 * that the payment does not pay the order.
 */
export type PayState<S extends PayStatus = PayStatus> = PayStage<S> & PayMemory

interface PayMemory {
  /** Charges that this widget showed before and that were not paid so far; the newest first. */
  earlier?: readonly ShownCharge[] | undefined
  /** Payments that are shown in a notice; the oldest first. */
  arrived?: readonly ArrivedPayment[] | undefined
  /**
   * Payments under the reference of the order that do not pay it; the oldest first. Show them before another invoice is
   * requested: it is over the full amount.
   */
  unmatched?: readonly UnmatchedPayment[] | undefined
  /** The payment hash of an earlier charge that another tab has shown. The form offers to show it while it is open. */
  offered?: string | undefined
}

/** A request for an invoice: to whom, and for what. */
interface Requested {
  /** Whom the charge pays. */
  recipient: Recipient
  /** The amount and note of the charge. */
  terms: ChargeTerms
}

interface OfAttempt {
  /** Numbers the requests of a widget, so that the flow drops the answer to an earlier one. */
  attempt: number
}

interface OfCharge {
  /** The charge's id, which is its payment hash. */
  id: string
}

interface OfMismatch {
  /** What is wrong with the invoice. */
  mismatch: Mismatch
}

interface OfError {
  /** Why the request failed. */
  error: LeydenError
}

/** The stages of a payment, each with its fields. */
export interface PayStages {
  /** The form: what it shows follows from its fields and the look-up of the address. */
  idle: object
  /** An invoice is requested. */
  requesting: Requested & OfAttempt
  /** The invoice is shown. */
  awaiting: ShownCharge & {
    /** A wallet said clearly that it did not pay. */
    walletRefused?: true | undefined
  }
  /**
   * Nothing is proven yet: a wallet is at work or gave no clear answer, or the invoice has expired and it is not known
   * yet whether it was paid.
   */
  confirming: ShownCharge & {
    /**
     * What the widget waits for: a wallet at work, evidence after its unclear answer, the check after the end, or a
     * server that does not answer this check.
     */
    because: 'wallet' | 'unclear' | 'expiry' | 'unreachable'
  }
  /** The charge is paid. */
  paid: PaymentFacts & {
    /** Who was paid. */
    recipient: Recipient
    /** The charge that was paid. */
    charge: CheckedCharge
    /** A receipt that is shown again after a reload. */
    isRestored?: true | undefined
  }
  /** The invoice has expired, and a check after that, which would have seen a payment, found none. */
  expired: ShownCharge
  /** Nobody can tell whether the charge was paid. */
  unconfirmed: ShownCharge
  /** The invoice failed a check and is not shown. */
  mismatch: Requested & OfMismatch
  /** The request for an invoice failed. */
  failed: Requested & OfError
}

/** The name of a stage. */
export type PayStatus = keyof PayStages

/** The stage of the payment, without earlier charges and notices. */
export type PayStage<S extends PayStatus = PayStatus> = UnionOf<'status', PayStages, S>

/** The fields of each state that the page is told of, besides `earlier` and `arrived`, which every state may have. */
export const payStateFields: StateFields<PayStages> = {
  idle: [],
  requesting: ['recipient', 'terms'],
  awaiting: ['recipient', 'charge', 'phase', 'doubts', 'walletRefused'],
  confirming: ['recipient', 'charge', 'because', 'phase', 'unreachableSince'],
  paid: [
    'recipient',
    'charge',
    'evidence',
    'preimage',
    'at',
    'late',
    'duplicateOf',
    'success',
    'proofDelivery',
    'isKept',
    'isRestored',
  ],
  expired: ['recipient', 'charge'],
  unconfirmed: ['recipient', 'charge', 'phase'],
  mismatch: ['recipient', 'terms', 'mismatch'],
  failed: ['recipient', 'terms', 'error'],
}

/** The initial state. */
export const payIdle: PayState = { status: 'idle' }

/** The events that a person, a server, a wallet or a clock causes, each with its fields. */
interface PayEvents {
  /** An invoice is requested, the first or a new one. */
  requested: Requested & OfAttempt
  /** The request was answered, and the invoice passed every check. */
  charged: OfAttempt & {
    /** The charge to show. */
    charge: CheckedCharge
  }
  /** The request was answered with an invoice that failed a check. */
  mismatched: OfAttempt & OfMismatch
  /** The request for an invoice failed. */
  request_failed: OfAttempt & OfError
  /** An earlier page load left charges of this order: one to show again, if any, and others that can still be paid. */
  restored: {
    /** The charge to show again. */
    shown?: ShownCharge | undefined
    /** The payment of `shown`, if it is paid: its receipt is shown again if the widget shows the form. */
    payment?: PaymentFacts | undefined
    /** Other charges that can still be paid, newest first. */
    earlier?: readonly ShownCharge[] | undefined
    /** The payment hash of one of the other charges that the form offers to show. */
    offered?: string | undefined
  }
  /** The page asks for another order now. What belongs to the former order is no longer shown here. */
  order_changed: object
  /** A browser wallet was asked to pay. */
  wallet_asked: OfCharge
  /** The browser wallet said clearly that it did not pay. */
  wallet_refused: OfCharge
  /** The ledger knows more about a charge that is not paid: by a clock, a check, or the answer of a wallet. */
  updated: {
    /** The charge as it is known now. */
    shown: ShownCharge
  }
  /** The server reports a payment, or a preimage was checked against the payment hash. */
  paid: PaymentFacts &
    OfCharge & {
      /** The address in the form. A payment to another address does not replace the form's order on the screen. */
      formAddress?: string | undefined
    }
  /** A charge was paid that no widget shows. */
  arrived: {
    /** The payment to show in a notice. */
    payment: ArrivedPayment
  }
  /**
   * Payments are known under the reference of the order that do not pay it. A charge of these is not shown as an invoice
   * or as paid any more.
   */
  unmatched: {
    /** The payments, also those that the widget knows already. */
    payments: readonly UnmatchedPayment[]
  }
  /** Somebody else is signed in now: this widget does not show charges of another person, nor their payments. */
  released: {
    /** The payment hashes of the charges, also of those that the widget does not have. */
    ids: readonly string[]
  }
  /** The person closed the notice of a payment. */
  dismissed: OfCharge
  /** The person says that the charge is paid, and nobody can see it. */
  claimed: OfCharge
  /** Back to an invoice that has not expired: from the form, from `unconfirmed`, or while a wallet is at work. */
  reopened: OfCharge
  /** Back to the form. */
  back: object
}

/** An event that a person, a server, a wallet or a clock causes. */
export type PayEvent<E extends keyof PayEvents = keyof PayEvents> = UnionOf<'type', PayEvents, E>
