import type { Evidence, Mode, Network } from '@leyden/core'
import { parseWebhookEvent } from '@leyden/core/webhook'
import type { StoredEvent } from '../store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../store/subject.js'

/** A charge as the host's server gets to know it. */
export interface ChargeFacts {
  paymentHash: string
  lnaddress: string
  amountMsat: bigint
  description?: string
  reference?: string
  /** Whether recipient and amount were fixed by this server's own intent. Give goods only where they were. */
  intent: boolean
  userId?: string
  network: Network
  mode: Mode
}

/** A ramp session as the host's server gets to know it. */
export interface SessionFacts {
  id: string
  /** The service's. */
  sessionId: string
  guest: boolean
  userId?: string
  referenceId: string
  mode: Mode
}

/**
 * What `onEvent` is called with. `id` is the same however often an event is delivered: remember it, in the
 * transaction that acts upon it.
 */
export type BffEvent =
  | {
      id: string
      type: 'charge.paid'
      at: Date
      charge: ChargeFacts
      /** Who says so: a preimage that a page handed in, the recipient's provider, or this server itself. */
      evidence: Evidence
      preimage?: string
      /** When the payment happened, where that is known. */
      paidAt?: Date
      /** Whether the payment happened after the invoice had expired; absent where nobody knows when it happened. */
      late?: boolean
      /**
       * The payment hash of the charge of the same intent reference that was paid before this one: the order is paid
       * twice. Grant nothing for it, and give the money back.
       */
      duplicateOf?: string
    }
  | { id: string; type: 'charge.expired'; at: Date; charge: ChargeFacts }
  | {
      id: string
      type: `ramp.${string}`
      at: Date
      session: SessionFacts
      /** The kind as the service spells it. */
      kind: string
      /** What it means for the session: `processing`, `completed`, `failed`, `cancelled`, or nothing. */
      meaning?: string
      livemode?: boolean
      /** What it rests on: knowledge of the session's secret address, or a signature. */
      authenticity: 'capability' | 'signature'
      /** Another event has the same id and says something else: have a person look. */
      conflict: boolean
      /** The payload, without user tokens. */
      data: Readonly<Record<string, unknown>>
      /** User tokens of the payload: secrets. They are forgotten once this call has returned. */
      userTokens: Readonly<Record<string, unknown>>
    }

/**
 * Puts a stored event and its subject together; null where they do not make an event.
 *
 * @param duplicateOf of a payment: the charge of the same order that was paid before.
 */
export function bffEvent(subject: Subject, event: StoredEvent, duplicateOf?: string): BffEvent | null {
  const id = `${subject.id}.${event.seq}`
  const { type, at, facts, conflict } = event
  if (subject.kind === 'charge') {
    const charge = chargeFacts(subject)
    if (type === 'charge.expired') return { id, type, at, charge }
    if (type !== 'charge.paid') return null
    const { evidence = 'app', preimage } = facts
    const paidAt = facts.paidAt === undefined ? undefined : new Date(facts.paidAt)
    const late = isLate(subject, at, paidAt)
    return {
      id,
      type,
      at,
      charge,
      evidence,
      ...(preimage !== undefined && { preimage }),
      ...(paidAt !== undefined && { paidAt }),
      ...(late !== undefined && { late }),
      ...(duplicateOf !== undefined && { duplicateOf }),
    }
  }
  if (subject.kind !== 'ramp' || !event.body) return null
  const webhook = parseWebhookEvent(new TextDecoder().decode(event.body))
  if (!webhook.ok) return null
  return {
    id,
    type: type as `ramp.${string}`,
    at,
    session: sessionFacts(subject),
    kind: webhook.type,
    ...(facts.meaning !== undefined && { meaning: facts.meaning }),
    ...(facts.livemode !== undefined && { livemode: facts.livemode }),
    authenticity: facts.authenticity ?? 'capability',
    conflict,
    data: webhook.data,
    userTokens: webhook.userTokens,
  }
}

/** What became known in time was paid in time; what became known later may have been. */
function isLate({ expiresAt }: ChargeSubject, knownAt: Date, paidAt: Date | undefined): boolean | undefined {
  const endMs = Date.parse(expiresAt)
  if (paidAt) return paidAt.getTime() > endMs
  return knownAt.getTime() <= endMs ? false : undefined
}

function chargeFacts(charge: ChargeSubject): ChargeFacts {
  const {
    id: paymentHash,
    lnaddress,
    amountMsat,
    description,
    reference,
    intent,
    userId,
    network,
    mode,
  } = charge
  return {
    paymentHash,
    lnaddress,
    amountMsat: BigInt(amountMsat),
    ...(description !== undefined && { description }),
    ...(reference !== undefined && { reference }),
    intent,
    ...(userId !== undefined && { userId }),
    network,
    mode,
  }
}

function sessionFacts({ id, sessionId, guest, userId, referenceId, mode }: RampSubject): SessionFacts {
  return { id, sessionId, guest, ...(userId !== undefined && { userId }), referenceId, mode }
}
