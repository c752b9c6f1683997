import type { Evidence, RampDetails, RampField } from '@leyden/core'
import { asMsat, type MsatInput } from '@leyden/core/money'
import { parseWebhookEvent, type RampMeaning, type ServiceEvent, serviceEvent } from '@leyden/core/webhook'
import { detailsFor, differencesOf, isHeld } from '../ramp/webhook-facts.js'
import { eventId } from '../store/event-id.js'
import type { OrderPayment, StoredEvent, UnreadableReason } from '../store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../store/subject.js'

/** A charge in an event for your server. Deliver goods only if `intent` is true; see {@link ChargePaidEvent}. */
export interface ChargeFacts
  extends Pick<
    ChargeSubject,
    'lnaddress' | 'description' | 'reference' | 'intent' | 'userId' | 'network' | 'mode'
  > {
  /** The id of the charge, 64 hex digits. */
  paymentHash: string
  /** Millisatoshis. */
  amountMsat: MsatInput
}

/** A ramp session in an event for your server: `id` is the BFF's, `sessionId` the service's. */
export type SessionFacts = Pick<RampSubject, 'id' | 'sessionId' | 'guest' | 'userId' | 'referenceId' | 'mode'>

/** The type of the event for a webhook that cannot be parsed, or whose session is unknown. */
export const UNUSABLE = 'webhook.unusable'

interface EventBase {
  /** The BFF's id of the event, the same in each delivery. */
  id: string
  /** When the BFF received it. */
  at: Date
}

interface ChargeEvent extends EventBase {
  /** The charge that the event is about. */
  charge: ChargeFacts
}

/** What your server had signed last for the reference of a charge, when its payment was stored. */
export interface PaidOrder {
  /** The recipient. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: MsatInput
  /**
   * Whether the charge has this recipient and this amount. If not, your server has signed the order again since the
   * invoice was created: deliver nothing, and refund the payment.
   */
  matches: boolean
}

/**
 * A charge is paid. Deliver goods only if the charge has an `intent`, the `order` matches, and there is no
 * `duplicateOf`: `if (event.charge.intent && event.order?.matches && !event.duplicateOf)`.
 */
export interface ChargePaidEvent extends ChargeEvent {
  /** The type of the event. */
  type: 'charge.paid'
  /** The source: a preimage that a page has sent, the recipient's provider, or this server itself. */
  evidence: Evidence
  /** The preimage, 64 hex digits, if known. */
  preimage?: string | undefined
  /** When the payment happened, if known. */
  paidAt?: Date | undefined
  /** Whether the payment happened after the invoice had expired; undefined if the time of the payment is unknown. */
  late?: boolean | undefined
  /**
   * The order of the charge's reference; undefined for a charge without an intent. Decided when the payment was stored,
   * so it is the same in each delivery.
   */
  order?: PaidOrder | undefined
  /**
   * The payment hash of an earlier payment of the same reference with the same recipient and amount: the same is paid
   * twice. Deliver nothing for this payment, and refund it. A payment that did not match makes no later one that matches
   * a duplicate.
   */
  duplicateOf?: string | undefined
}

/** The watch of a charge has ended without a payment. A payment may still come. */
export interface ChargeExpiredEvent extends ChargeEvent {
  /** The type of the event. */
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
   * The status that it gives the session, for either envelope: `processing`, `completed`, `failed` or `cancelled`.
   * Undefined if it gives none, and while it is held for review (`suspect`, `conflict`). Act on
   * `meaning`, never on `type`.
   */
  meaning?: NonNullable<RampMeaning> | undefined
  /** Amounts, currencies and other details of `service.data`, under names that do not depend on the envelope. */
  details: RampDetails
  /**
   * The fields in which it contradicts its session or itself. The event does not count until an operator has checked and released
   * it.
   */
  suspect?: readonly RampField[] | undefined
  /** The fields in which it differs from what the BFF has sent, without a consequence. */
  differs?: readonly RampField[] | undefined
  /**
   * The service's id of the session that completed the order of this session, or another one with the same reference,
   * before: the same was bought twice. Deliver
   * nothing for this purchase, and refund it.
   */
  duplicateOf?: string | undefined
  /**
   * True if it contradicts a purchase that is complete: it has failed later, or was refunded, reversed or charged back.
   * Check what you have delivered. It may have been delivered before, without this mark.
   */
  afterCompleted?: true | undefined
  /** True if an operator has released it, so that it counts. It may have been delivered before, without a `meaning`. */
  released?: true | undefined
  /** The evidence of its sender: knowledge of the session's secret URL, or a signature. */
  authenticity: 'capability' | 'signature'
  /** True if an earlier event has the same id and other content. An operator has to check both. */
  conflict: boolean
  /** User tokens of the event. They are secrets, which the BFF deletes after this call has returned. */
  userTokens: Readonly<Record<string, unknown>>
}

/** A webhook that cannot be parsed, or whose session this BFF does not know. It has no effect. */
export interface WebhookUnusableEvent extends EventBase {
  /** The type of the event. */
  type: typeof UNUSABLE
  /** Why it cannot be used. */
  reason: UnreadableReason | 'unknown_session'
  /** Null if the session is unknown. */
  knownSession: SessionFacts | null
  /** The evidence of its sender: knowledge of the session's secret URL, or a signature. */
  authenticity: 'capability' | 'signature'
  /** The raw body, which may contain user tokens. The BFF deletes it after this call has returned. */
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
  /** Whether an operator has released it; then it counts although it contradicts other events. */
  isReleased?: boolean | undefined
  /** What a payment means for the order of its reference. */
  order?: OrderPayment | undefined
  /** Of a purchase: the session that completed the same order before. */
  duplicateOf?: string | undefined
  /** Whether it contradicts the completion of its session. */
  isAfterCompletion?: boolean | undefined
}

/** Combines a stored event and its subject; null if they do not match. */
export function bffEvent(
  subject: Subject,
  event: StoredEvent,
  { isReleased = false, order, duplicateOf, isAfterCompletion }: EventContext = {},
): BffEvent | null {
  const id = eventId(subject.id, event.seq)
  const { type, at, facts, conflict } = event
  if (subject.kind === 'charge') {
    const charge = chargeFacts(subject)
    if (type === 'charge.expired') return { id, type, at, charge }
    if (type !== 'charge.paid') return null
    const { evidence = 'app', preimage } = facts
    const paidAt = facts.paidAt === undefined ? undefined : new Date(facts.paidAt)
    const late = isLate(subject, at, paidAt)
    const paid = { id, type, at, charge, evidence, preimage, paidAt, late } as const
    return { ...paid, order: order && paidOrder(order), duplicateOf: order?.duplicateOf }
  }
  if (subject.kind !== 'ramp') return null
  const webhook = parseWebhookEvent(textOf(event))
  if (facts.unreadable !== undefined) return unusableEvent(subject.id, event, facts.unreadable, subject)
  const { suspect, differs } = differencesOf(event, subject)
  const meaning = !isReleased && isHeld(event, subject) ? undefined : facts.meaning
  return {
    id,
    type: type as `ramp.${string}`,
    at,
    session: sessionFacts(subject),
    service: webhook.ok ? serviceEvent(webhook) : forgottenEvent(event),
    meaning,
    suspect: isReleased ? undefined : suspect,
    differs,
    duplicateOf: meaning === 'completed' ? (facts.duplicateOf ?? duplicateOf) : undefined,
    afterCompleted: isAfterCompletion || undefined,
    released: isReleased || undefined,
    details: detailsFor(subject, facts.details),
    authenticity: facts.authenticity ?? 'capability',
    conflict,
    userTokens: webhook.ok ? webhook.userTokens : {},
  }
}

export function paidOrder({ lnaddress, amountMsat, matches }: OrderPayment): PaidOrder {
  return { lnaddress, amountMsat: asMsat(amountMsat), matches }
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

/** The rest of the service's event if its body was deleted before the release. */
function forgottenEvent({ key, type, facts }: StoredEvent): ServiceEvent {
  const id = key.startsWith('sha256:') ? null : key
  return { id, type, created_at: null, livemode: facts.livemode ?? null, data: {} }
}

function textOf({ body }: StoredEvent): string {
  return new TextDecoder().decode(body)
}

/** A payment that was detected before the expiry was in time; one that was detected later may have been in time too. */
function isLate({ expiresAt }: ChargeSubject, knownAt: Date, paidAt: Date | undefined): boolean | undefined {
  const endMs = Date.parse(expiresAt)
  if (paidAt) return paidAt.getTime() > endMs
  return knownAt.getTime() <= endMs ? false : undefined
}

export function chargeFacts({ id: paymentHash, amountMsat, ...charge }: ChargeSubject): ChargeFacts {
  const { lnaddress, description, reference, intent, userId, network, mode } = charge
  const amount = { amountMsat: asMsat(amountMsat) }
  return { paymentHash, lnaddress, ...amount, description, reference, intent, userId, network, mode }
}

function sessionFacts({ id, sessionId, guest, userId, referenceId, mode }: RampSubject): SessionFacts {
  return { id, sessionId, guest, userId, referenceId, mode }
}
