import type { Mode, Network } from '@leyden/core'
import type { ProviderCharge } from '../provider/provider.js'

/**
 * What a store keeps one of: a charge, a ramp session, or the terms of a signed intent. Times are ISO 8601 and
 * amounts decimal digits, so that a subject is plain JSON in every store.
 */
export type Subject = ChargeSubject | RampSubject | IntentSubject | RequestSubject

interface StoredSubject {
  /** Names it in the store: of a charge the payment hash, 64 hex digits; else our own, 32 hex digits. */
  id: string
  /** When it was made. */
  createdAt: string
  /** Until when it can be used: an invoice be paid, the page of a session be opened, a charge be made of an intent. */
  expiresAt: string
  /** Until when it is looked after: payments are looked for, webhooks are taken, an intent can be read. */
  watchUntil: string
}

/** A POST with an `Idempotency-Key`, whose reply is its event. */
export interface RequestSubject extends StoredSubject {
  /** Tells it from other subjects. */
  kind: 'request'
  /** A hash of the body: another body under the same key is a mistake. */
  fingerprint: string
}

/** What is to be paid, to whom. */
interface StoredTerms {
  /** The recipient, in folded form. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: string
  /** The note that is sent along. */
  description?: string | undefined
}

/** A charge: one invoice that was asked for. Its watch ends a grace time after the invoice has expired. */
export interface ChargeSubject extends StoredSubject, StoredTerms {
  /** Tells it from other subjects. */
  kind: 'charge'
  /** BOLT 11, handed out again when the same intent is used again. */
  invoice: string
  /** What it is the payment for. */
  reference?: string | undefined
  /** Whether every field above was fixed by our own server. */
  intent: boolean
  /** Who asked for it, where `identify` knows. */
  userId?: string | undefined
  /** Which client asked for it, where nobody vouches for it and it has to be polled for: not its address (`clientId`). */
  client?: string | undefined
  /** The expired charge of the same reference whose place it took. */
  replaces?: string | undefined
  /** Where the recipient's provider reports whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** What the recipient shows after the payment, and the host that gave it (LUD-09, LUD-10). */
  successAction?: ProviderCharge['successAction']
  /** Fields of the service's reply that the contract does not name, as pages get them. */
  further?: Record<'charge' | 'invoice', Record<string, unknown>> | undefined
  /** The network of the invoice. */
  network: Network
  /** Whether real money moves. */
  mode: Mode
}

/** A ramp session. Its id is known before the service gives the session its own. */
export interface RampSubject extends StoredSubject {
  /** Tells it from other subjects. */
  kind: 'ramp'
  /** The service's. */
  sessionId: string
  /** Whether nobody was signed in. */
  guest: boolean
  /** Whose session it is; undefined for a guest. */
  userId?: string | undefined
  /** The signed order that it was opened for. */
  orderId?: string | undefined
  /** The reference that the service got. */
  referenceId: string
  /** Whether real money moves. */
  mode: Mode
}

/** The terms that a signed intent fixes. */
export interface IntentSubject extends StoredSubject, StoredTerms {
  /** Tells it from other subjects. */
  kind: 'intent'
  /** What it is the payment for. */
  reference: string
}

/**
 * The kind of a subject by how long it is kept. A charge that a stranger asked for costs nothing to make, so until it is
 * paid (an event with evidence) it is `unpaid`, and goes after days.
 */
export function retentionKind(subject: Subject): Subject['kind'] | 'unpaid' {
  const isOfStranger = subject.kind === 'charge' && !subject.intent && subject.userId === undefined
  return isOfStranger ? 'unpaid' : subject.kind
}
