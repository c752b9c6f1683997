import type { Mode, Network } from '@leyden/core'
import type { SuccessAction } from '@leyden/lightning/pay-request'

/**
 * What a store keeps one of: a charge, a ramp session, or the terms of a signed intent. Times are ISO 8601 and
 * amounts decimal digits, so that a subject is plain JSON in every store.
 */
export type Subject = ChargeSubject | RampSubject | IntentSubject

/** A charge: one invoice that was asked for. */
export interface ChargeSubject {
  kind: 'charge'
  /** The payment hash, 64 hex digits. */
  id: string
  /** When the invoice came. */
  createdAt: string
  /** The invoice's own expiry. */
  expiresAt: string
  /** Expiry and the grace time: a payment is looked for until then. */
  watchUntil: string
  /** The recipient, in folded form. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: string
  /** BOLT 11, handed out again when the same intent is used again. */
  invoice: string
  /** The note that was sent along. */
  description?: string | undefined
  /** What it is the payment for. */
  reference?: string | undefined
  /** Whether every field above was fixed by our own server. */
  intent: boolean
  /** Who asked for it, where `identify` knows. */
  userId?: string | undefined
  /** The expired charge of the same reference whose place it took. */
  replaces?: string | undefined
  /** Where the recipient's provider reports whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** What the recipient shows after the payment, and the host that gave it (LUD-09, LUD-10). */
  successAction?: (SuccessAction & { callbackHost: string }) | undefined
  /** The network of the invoice. */
  network: Network
  /** Whether real money moves. */
  mode: Mode
}

/** A ramp session. */
export interface RampSubject {
  kind: 'ramp'
  /** Ours, 32 hex digits; known before the service gives the session its own. */
  id: string
  /** When it was asked for. */
  createdAt: string
  /** Until when its page can be opened. */
  expiresAt: string
  /** Until when its webhooks are taken. */
  watchUntil: string
  /** The service's. */
  sessionId: string
  /** Whether nobody was signed in. */
  guest: boolean
  /** Whose session it is; undefined for a guest. */
  userId?: string | undefined
  /** The reference that the service got. */
  referenceId: string
  /** Whether real money moves. */
  mode: Mode
}

/** The terms that a signed intent fixes. */
export interface IntentSubject {
  kind: 'intent'
  /** 32 hex digits, in the token. */
  id: string
  /** When it was signed. */
  createdAt: string
  /** Until when a charge can be made of it. */
  expiresAt: string
  /** Until when it can be read. */
  watchUntil: string
  /** The recipient, in folded form. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: string
  /** The note that is sent along. */
  description?: string | undefined
  /** What it is the payment for. */
  reference: string
}
