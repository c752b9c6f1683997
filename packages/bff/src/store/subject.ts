import type { Mode, Network } from '@leyden/core'
import type { SuccessAction } from '@leyden/lightning/pay-request'

/**
 * What a store keeps one of: a charge, a ramp session, or the terms of a signed intent. Times are ISO 8601 and
 * amounts decimal digits, so that a subject is plain JSON in every store.
 */
export type Subject = ChargeSubject | RampSubject | IntentSubject

export interface ChargeSubject {
  kind: 'charge'
  /** The payment hash, 64 hex digits. */
  id: string
  createdAt: string
  /** The invoice's own expiry. */
  expiresAt: string
  /** Expiry and the grace time: a payment is looked for until then. */
  watchUntil: string
  lnaddress: string
  amountMsat: string
  /** BOLT 11, handed out again when the same intent is used again. */
  invoice: string
  description?: string | undefined
  reference?: string | undefined
  /** Whether every field above was fixed by our own server. */
  intent: boolean
  userId?: string | undefined
  /** The expired charge of the same reference whose place it took. */
  replaces?: string | undefined
  /** Where the recipient's provider tells whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** What the recipient shows after the payment, and the host that said so (LUD-09, LUD-10). */
  successAction?: (SuccessAction & { callbackHost: string }) | undefined
  network: Network
  mode: Mode
}

export interface RampSubject {
  kind: 'ramp'
  /** Ours, 32 hex digits; known before the service gives the session its own. */
  id: string
  createdAt: string
  expiresAt: string
  watchUntil: string
  /** The service's. */
  sessionId: string
  guest: boolean
  userId?: string | undefined
  referenceId: string
  mode: Mode
}

export interface IntentSubject {
  kind: 'intent'
  id: string
  createdAt: string
  /** Until when a charge can be made of it. */
  expiresAt: string
  /** Until when it can be read. */
  watchUntil: string
  lnaddress: string
  amountMsat: string
  description?: string | undefined
  reference: string
}
