import type { LeydenError } from '../error.js'
import type { Detection, Evidence, Mode, Network } from '../wire.js'

/** Whom a payment goes to, from a checked look-up. */
export interface Recipient {
  /** Folded form. */
  address: string
  domain: string
  /** Whole sats, the smallest and the largest amount that the address takes. */
  minSats: bigint
  maxSats: bigint
  /** Characters; 0 when no note is taken. */
  commentAllowed: number
  description: string
  longDescription?: string
  /** What the address calls itself, only when it differs from `address`. */
  identifier?: string
  /** `data:image/png;base64,…` or jpeg, checked. */
  imageDataUrl?: string
}

/** What a person asked for. */
export interface Order {
  amountMsat: bigint
  note?: string
}

/** A charge whose invoice passed every check. Nothing else may hold an invoice. */
export interface CheckedCharge {
  /** The payment hash, 64 hex digits: what identifies a charge. */
  id: string
  address: string
  amountMsat: bigint
  note?: string
  /** BOLT 11, lower case. */
  invoice: string
  createdAt: Date
  expiresAt: Date
  /** Until when a payment is looked for: expiry and a grace time. */
  watchUntil: Date
  watchUrl?: string
  detects: readonly Detection[]
  mode: Mode
  network: Network
}

/** Why an address was refused before anybody was asked, or by the answer. */
export type AddressProblem = { reason: string; domain?: string; suggestion?: string }

/** Why a charge's invoice was not shown. */
export interface Mismatch {
  /** `amount`, `network`, `recipient`, `expired`, `uri` or `invoice` (unreadable). */
  field: string
  expected?: string
  actual?: string
}

export type PayState =
  | { status: 'empty' }
  | { status: 'looking'; address: string; attempt: number }
  | { status: 'invalid'; address: string; problem: AddressProblem }
  | { status: 'unreachable'; address: string; error: LeydenError }
  | { status: 'ready'; recipient: Recipient }
  | { status: 'requesting'; recipient: Recipient; order: Order; attempt: number; earlier?: CheckedCharge }
  | { status: 'awaiting'; recipient: Recipient; charge: CheckedCharge; earlier?: CheckedCharge }
  /** A wallet is at work or the time is over, and nothing is proven yet. */
  | { status: 'confirming'; recipient: Recipient; charge: CheckedCharge; because: 'wallet' | 'expiry' }
  | {
      status: 'paid'
      recipient: Recipient
      charge: CheckedCharge
      evidence: Evidence
      preimage?: string
      at: Date
      late: boolean
    }
  | { status: 'expired'; recipient: Recipient; charge: CheckedCharge }
  | { status: 'unconfirmed'; recipient: Recipient; charge: CheckedCharge }
  | { status: 'mismatch'; recipient: Recipient; order: Order; mismatch: Mismatch }
  | { status: 'failed'; recipient: Recipient; order: Order; error: LeydenError }

export type PayEvent =
  /** The address field was emptied. */
  | { type: 'cleared' }
  /** The text is refused without a look-up. */
  | { type: 'refused'; address: string; problem: AddressProblem }
  /** A look-up starts. */
  | { type: 'looked'; address: string; attempt: number }
  | { type: 'found'; attempt: number; recipient: Recipient }
  | { type: 'not_found'; attempt: number; problem: AddressProblem }
  | { type: 'unreachable'; attempt: number; error: LeydenError }
  | { type: 'ordered'; order: Order; attempt: number }
  | { type: 'charged'; attempt: number; charge: CheckedCharge }
  | { type: 'mismatched'; attempt: number; mismatch: Mismatch }
  | { type: 'order_failed'; attempt: number; error: LeydenError }
  /** A browser wallet was asked to pay, or said it did without proof. */
  | { type: 'wallet_asked'; id: string }
  /** The browser wallet refused or was closed. */
  | { type: 'wallet_refused'; id: string }
  /** The server says paid, or a preimage was checked against the hash. */
  | { type: 'paid'; id: string; evidence: Evidence; preimage?: string; at: Date }
  /** The invoice's time is over. */
  | { type: 'expired'; id: string }
  /** The grace time is over too. */
  | { type: 'watch_ended'; id: string }
  /** The person says it is paid, where nobody can tell. */
  | { type: 'claimed'; id: string }
  /** Back to the invoice from `unconfirmed`, while it lives. */
  | { type: 'reopened'; id: string }
  /** Back to the form, the recipient kept. */
  | { type: 'back' }
  /** Start over with another address. */
  | { type: 'changed_address' }
