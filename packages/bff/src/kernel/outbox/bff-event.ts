import { parseWebhookEvent, type ServiceEvent, serviceEvent } from '@leyden/core/webhook'
import { doesCount } from '../ramp/ramp-state.js'
import { detailsFor, differencesOf, isHeld } from '../ramp/webhook-facts.js'
import { eventId } from '../store/event-id.js'
import type { OrderPayment, StoredEvent, UnreadableReason } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import type { StoredSubject } from '../store/subject-rows.js'
import { type BffEvent, chargeFields, orderPaymentFields, sessionFields, UNUSABLE } from './event-message.js'

/** Facts about an event that are not stored with it. */
interface EventContext {
  /** Whether an operator has released it, and the delivery is because of that, or later. */
  isReleased?: boolean | undefined
  /** What a payment means for the order of its reference. */
  orderPayment?: OrderPayment | undefined
  /** Of a purchase: the session that completed the same order before. */
  duplicateOf?: string | undefined
  /** Whether it contradicts the completion of its session. */
  isAfterCompletion?: boolean | undefined
}

/** Combines a stored event and its subject; null if they do not match. */
export function bffEvent(
  subject: StoredSubject,
  event: StoredEvent,
  { isReleased = false, orderPayment, duplicateOf, isAfterCompletion }: EventContext = {},
): BffEvent | null {
  const { type, facts, conflict } = event
  const envelope = envelopeOf(subject.id, event)
  if (subject.kind === 'charge') {
    const charge = chargeFields(subject)
    if (type === 'charge.expired') return { ...envelope, type, data: charge }
    if (type !== 'charge.paid') return null
    const { evidence = 'app', preimage, paidAt } = facts
    const data = {
      ...charge,
      evidence,
      preimage,
      paid_at: paidAt,
      late: isLate(subject, event),
      order: orderPayment && orderPaymentFields(orderPayment),
      duplicate_of: orderPayment?.duplicateOf,
    }
    return { ...envelope, type, data }
  }
  if (subject.kind !== 'ramp') return null
  const webhook = parseWebhookEvent(textOf(event))
  if (facts.unreadable !== undefined) return unusableEvent(subject.id, event, facts.unreadable, subject)
  const { suspect, differs } = differencesOf(event, subject)
  const counts =
    (isReleased || !isHeld(event, subject)) && doesCount(event, subject, subject.state.ramp?.released ?? [])
  return {
    ...envelope,
    type: type as `ramp.${string}`,
    data: {
      ...sessionFields(subject),
      service: webhook.ok ? serviceEvent(webhook) : forgottenEvent(event),
      meaning: counts ? facts.meaning : undefined,
      suspect: isReleased ? undefined : suspect,
      differs,
      duplicate_of: counts && facts.meaning === 'completed' ? (facts.duplicateOf ?? duplicateOf) : undefined,
      after_completed: isAfterCompletion || undefined,
      released: isReleased || undefined,
      details: detailsFor(subject, facts.details),
      authenticity: facts.authenticity ?? 'capability',
      conflict,
      user_tokens: webhook.ok ? webhook.userTokens : {},
    },
  }
}

/** The event for an unusable webhook. */
export function unusableEvent(
  subjectId: string,
  event: StoredEvent,
  reason: UnreadableReason | 'unknown_session',
  session: RampSubject | null,
): BffEvent {
  const { authenticity = 'capability' } = event.facts
  const data = { ...(session && sessionFields(session)), reason, authenticity, body: textOf(event) }
  return { ...envelopeOf(subjectId, event), type: UNUSABLE, data }
}

function envelopeOf(subjectId: string, { seq, at }: StoredEvent) {
  return { id: eventId(subjectId, seq), timestamp: at.toISOString() }
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
function isLate({ expiresAt }: ChargeSubject, { at, facts: { paidAt } }: StoredEvent): boolean | undefined {
  const endMs = Date.parse(expiresAt)
  if (paidAt !== undefined) return Date.parse(paidAt) > endMs
  return at.getTime() <= endMs ? false : undefined
}
