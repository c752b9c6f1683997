import type { Evidence, RampDetails } from '@leyden/core'
import { parseWebhookEvent, type RampMeaning, type ServiceEvent, serviceEvent } from '@leyden/core/webhook'
import { eventId } from '../ramp/event-id.js'
import { suspicions } from '../ramp/webhook-facts.js'
import type { StoredEvent, Suspicion, UnreadableReason } from '../store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../store/subject.js'

/** A charge as your server gets it. Deliver goods only if `intent` is true. */
export interface ChargeFacts
  extends Pick<
    ChargeSubject,
    'lnaddress' | 'description' | 'reference' | 'intent' | 'userId' | 'network' | 'mode'
  > {
  /** The id of the charge, 64 hex digits. */
  paymentHash: string
  /** Millisatoshis. */
  amountMsat: bigint
}

/** A ramp session as your server gets it: `id` is the BFF's, `sessionId` the service's. */
export type SessionFacts = Pick<RampSubject, 'id' | 'sessionId' | 'guest' | 'userId' | 'referenceId' | 'mode'>

/** The type of the event for a webhook that cannot be parsed, or whose session is unknown. */
export const UNUSABLE = 'webhook.unusable'

interface EventBase {
  /** Ours: the same however often the event is delivered. */
  id: string
  /** When the BFF learnt of it. */
  at: Date
}

interface ChargeEvent extends EventBase {
  /** The charge that the event is about. */
  charge: ChargeFacts
}

/** A charge is paid. */
export interface ChargePaidEvent extends ChargeEvent {
  /** Tells it from other events. */
  type: 'charge.paid'
  /** The source: a preimage that a page has sent, the recipient's provider, or this server itself. */
  evidence: Evidence
  /** 64 hex digits, where it is known. */
  preimage?: string | undefined
  /** When the payment happened, where that is known. */
  paidAt?: Date | undefined
  /** Whether the payment happened after the invoice had expired; undefined where the time of the payment is not known. */
  late?: boolean | undefined
  /**
   * The payment hash of the charge of the same intent reference that was paid before this one: the order is paid
   * twice. Grant nothing for it, and give the money back.
   */
  duplicateOf?: string | undefined
}

/** The watch of a charge has ended without a payment. A payment may still come. */
export interface ChargeExpiredEvent extends ChargeEvent {
  /** Tells it from other events. */
  type: 'charge.expired'
}

/** A webhook of the ramp. */
export interface RampEvent extends EventBase {
  /** One spelling for both envelopes; `ramp.other` for a kind that fits neither. Act on `meaning` instead. */
  type: `ramp.${string}`
  /** The session that the event is about. */
  session: SessionFacts
  /** The service's own event, without user tokens: its `id`, `type`, `created_at`, `livemode` and `data`. */
  service: ServiceEvent
  /**
   * What it means for the session, whichever envelope it came in: `processing`, `completed`, `failed` or
   * `cancelled`. Undefined where it means nothing, and while it is held for review (`suspect`, `conflict`): act on
   * `meaning`, never on a type.
   */
  meaning?: NonNullable<RampMeaning> | undefined
  /** Amounts, currencies and the like of `service.data`, under names that do not depend on the envelope. */
  details: RampDetails
  /** How it contradicts its session. It does not count until it is released: an operator should look at it. */
  suspect?: readonly Suspicion[] | undefined
  /** An operator has released it: it counts. It may have been delivered before, without a meaning. */
  released?: true | undefined
  /** What it rests on: knowledge of the session's secret address, or a signature. */
  authenticity: 'capability' | 'signature'
  /** An earlier event has the same id and says something else: an operator should look at it. */
  conflict: boolean
  /** User tokens of the event: secrets. They are deleted once this call has returned. */
  userTokens: Readonly<Record<string, unknown>>
}

/** A webhook that cannot be parsed, or whose session this BFF does not know. It has no effect. */
export interface WebhookUnusableEvent extends EventBase {
  /** Tells it from other events. */
  type: typeof UNUSABLE
  /** Why it is unusable. */
  reason: UnreadableReason | 'unknown_session'
  /** Null where it is not known. */
  knownSession: SessionFacts | null
  /** What it rests on: knowledge of the session's secret address, or a signature. */
  authenticity: 'capability' | 'signature'
  /** The raw body; it may contain user tokens. It is deleted once this call has returned. */
  body: string
}

/**
 * The argument of `onEvent`. `id` is the same however often an event is delivered: store it in the transaction that
 * acts on the event. An event that you did not act on because it was `suspect` is delivered again with the same id when
 * it is released.
 */
export type BffEvent = ChargePaidEvent | ChargeExpiredEvent | RampEvent | WebhookUnusableEvent

/** Facts about an event that are not stored with it. */
interface EventContext {
  /** Whether an operator has released it: then it counts, whatever it contradicts. */
  isReleased?: boolean | undefined
  /** For a second payment of an order: the charge that was paid first. */
  duplicateOf?: string | undefined
}

/** Combines a stored event and its subject; null if they do not match. */
export function bffEvent(
  subject: Subject,
  event: StoredEvent,
  { isReleased = false, duplicateOf }: EventContext = {},
): BffEvent | null {
  const id = eventId(subject.id, event.seq)
  const { type, at, facts, conflict } = event
  if (subject.kind === 'charge') {
    const charge = chargeFacts(subject)
    if (type === 'charge.expired') return { id, type, at, charge }
    if (type !== 'charge.paid') return null
    const { evidence = 'app', preimage } = facts
    const paidAt = facts.paidAt === undefined ? undefined : new Date(facts.paidAt)
    return {
      id,
      type,
      at,
      charge,
      evidence,
      preimage,
      paidAt,
      late: isLate(subject, at, paidAt),
      duplicateOf,
    }
  }
  if (subject.kind !== 'ramp') return null
  const webhook = parseWebhookEvent(textOf(event))
  if (facts.unreadable !== undefined) return unusableEvent(subject.id, event, facts.unreadable, subject)
  const suspect = isReleased ? [] : suspicions(event, subject)
  const isHeld = !isReleased && (conflict || suspect.length > 0)
  return {
    id,
    type: type as `ramp.${string}`,
    at,
    session: sessionFacts(subject),
    service: webhook.ok ? serviceEvent(webhook) : forgottenEvent(event),
    meaning: isHeld ? undefined : facts.meaning,
    suspect: suspect.length > 0 ? suspect : undefined,
    released: isReleased || undefined,
    details: facts.details ?? {},
    authenticity: facts.authenticity ?? 'capability',
    conflict,
    userTokens: webhook.ok ? webhook.userTokens : {},
  }
}

/** The event for an unusable webhook. */
export function unusableEvent(
  subjectId: string,
  event: StoredEvent,
  reason: UnreadableReason | 'unknown_session',
  session: RampSubject | null,
): BffEvent {
  return {
    id: eventId(subjectId, event.seq),
    type: UNUSABLE,
    at: event.at,
    reason,
    knownSession: session && sessionFacts(session),
    authenticity: event.facts.authenticity ?? 'capability',
    body: textOf(event),
  }
}

/** What is left of the service's event if its body was deleted before the release. */
function forgottenEvent({ key, type, facts }: StoredEvent): ServiceEvent {
  const id = key.startsWith('sha256:') ? null : key
  return { id, type, created_at: null, livemode: facts.livemode ?? null, data: {} }
}

function textOf({ body }: StoredEvent): string {
  return new TextDecoder().decode(body)
}

/** A payment that was detected in time was paid in time; one that was detected later may have been. */
function isLate({ expiresAt }: ChargeSubject, knownAt: Date, paidAt: Date | undefined): boolean | undefined {
  const endMs = Date.parse(expiresAt)
  if (paidAt) return paidAt.getTime() > endMs
  return knownAt.getTime() <= endMs ? false : undefined
}

function chargeFacts({ id: paymentHash, amountMsat, ...charge }: ChargeSubject): ChargeFacts {
  const { lnaddress, description, reference, intent, userId, network, mode } = charge
  const amount = { amountMsat: BigInt(amountMsat) }
  return { paymentHash, lnaddress, ...amount, description, reference, intent, userId, network, mode }
}

function sessionFacts({ id, sessionId, guest, userId, referenceId, mode }: RampSubject): SessionFacts {
  return { id, sessionId, guest, userId, referenceId, mode }
}
