import type { ChargeCheck, Mode, Network } from '@leyden/core'
import type { ProviderCharge } from '@leyden/core/provider'

/**
 * A charge, a ramp session, or the terms of a signed intent, which own events in the store. Times are ISO 8601 and
 * amounts decimal digits, so that a subject is plain JSON in every store.
 */
export type Subject = ChargeSubject | RampSubject | IntentSubject

interface StoredSubject {
  /** The id in the store: of a charge the payment hash, 64 hex digits; else an id of our own, 32 hex digits. */
  id: string
  /** When it was created. */
  createdAt: string
  /** When it expires: the invoice of a charge, the URL of a session, or the right to create a charge from an intent. */
  expiresAt: string
  /** When its watch ends: until then the BFF looks for payments, accepts webhooks, and reads the intent. */
  watchUntil: string
}

/** The recipient, amount and note of a payment. */
export interface StoredTerms {
  /** The recipient, in folded form. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: string
  /** The note to the recipient. */
  description?: string | undefined
}

/** A charge: one requested invoice. Its watch ends a grace period after the invoice has expired. */
export interface ChargeSubject extends StoredSubject, StoredTerms {
  /** The kind of subject. */
  kind: 'charge'
  /** The BOLT 11 invoice, which is returned again when the same intent is used again. */
  invoice: string
  /** The shop's reference, such as an order number. */
  reference?: string | undefined
  /** Whether a signed intent of the shop fixed every field above. */
  intent: boolean
  /** The id of the user who requested it, if `identify` returned one. */
  userId?: string | undefined
  /**
   * The id (not the address) of the client that requested it, if it is anonymous and the charge has to be polled
   * (`clientId`).
   */
  client?: string | undefined
  /** The payment hash of the expired charge of the same reference that this one replaced. */
  replaces?: string | undefined
  /** The checks that the invoice has passed. */
  checked: readonly ChargeCheck[]
  /** The URL where the recipient's provider reports whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** The recipient's message to the payer after the payment, and the host that sent it (LUD-09, LUD-10). */
  successAction?: ProviderCharge['successAction'] | undefined
  /** Fields of the service's reply that the contract does not name, in the form for pages. */
  further?: Record<'charge' | 'invoice', Record<string, unknown>> | undefined
  /** The network of the invoice. */
  network: Network
  /** Whether real money moves. */
  mode: Mode
}

/** A ramp session. Its id is created before the service's id of the session is known. */
export interface RampSubject extends StoredSubject {
  /** The kind of subject. */
  kind: 'ramp'
  /** The service's id. */
  sessionId: string
  /** Whether the session is a guest's. */
  guest: boolean
  /** The user's id; undefined for a guest. */
  userId?: string | undefined
  /** The id of the ramp order that it was opened for. */
  rampOrderId?: string | undefined
  /**
   * Of a session whose fields the shop's server has set, what it buys once: a hash of the shop's reference, or without
   * one the id of the ramp order or of this session.
   */
  purchase?: string | undefined
  /** The reference that was sent to the service: that of the app, or the id of this session. */
  referenceId: string
  /** The destination that was sent, if any. */
  destination?: string | undefined
  /** The currency to buy that was sent, if any. */
  baseCurrency?: string | undefined
  /** The currency to pay with that was sent, if any. */
  quoteCurrency?: string | undefined
  /** A hash of the e-mail address that was sent, for comparisons with events. */
  emailHash?: string | undefined
  /** Whether real money moves. */
  mode: Mode
  /** The ids of other rows that are erased with it. */
  belongs?: readonly string[] | undefined
}

/** The terms that a signed intent fixes. */
export interface IntentSubject extends StoredSubject, StoredTerms {
  /** The kind of subject. */
  kind: 'intent'
  /** The shop's reference, such as an order number. */
  reference: string
}

/**
 * The kind of a subject for retention. Anonymous pages can create charges at no cost, so such a charge is `unpaid`, and
 * deleted after days, until it is paid (has an event with evidence).
 */
export function retentionKind(subject: Subject): Subject['kind'] | 'unpaid' {
  const isOfStranger = subject.kind === 'charge' && !subject.intent && subject.userId === undefined
  return isOfStranger ? 'unpaid' : subject.kind
}

/** The reference whose order a subject belongs to: that of an intent, or of a charge that was created from one. */
export function signedReferenceOf(subject: Subject): string | undefined {
  if (subject.kind === 'intent') return subject.reference
  return subject.kind === 'charge' && subject.intent ? subject.reference : undefined
}

/** The reference by which operators find a subject. The page or the server of the app has set it. */
export function referenceOf(subject: Subject): string | undefined {
  return subject.kind === 'ramp' ? subject.referenceId : subject.reference
}

/** The address by which operators find a subject: the recipient of a charge, or the destination of a ramp session. */
export function addressOf(subject: Subject): string | undefined {
  if (subject.kind === 'charge') return subject.lnaddress
  return subject.kind === 'ramp' ? subject.destination : undefined
}
