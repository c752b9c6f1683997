import type { RampDetails, RampField } from '@leyden/core'
import type { RampFacts } from '@leyden/core/webhook'
import { checkRampEvent, type RampEventCheck, type SentRampSession } from '@leyden/lightning'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { sha256Hex } from '../tokens/sha256-hex.js'

/** The log's message for an event that does not count until an operator releases it. */
export const HELD =
  'A webhook contradicts its session, itself or another one with its id; it counts once it is released by its id'

/** The part of a session that its events are compared with, and that their details show. */
export type SentSession = Pick<
  RampSubject,
  'id' | 'sessionId' | 'referenceId' | 'mode' | 'destination' | 'baseCurrency' | 'quoteCurrency' | 'emailHash'
>

/** What was sent to the service for a session. */
export function sentFacts(session: SentSession): SentRampSession {
  return {
    session_id: session.sessionId,
    livemode: session.mode === 'live',
    destination: session.destination,
    reference_id: session.referenceId,
    isOwnReference: session.referenceId === session.id,
    currency: session.baseCurrency,
    paid_currency: session.quoteCurrency,
    email: session.emailHash,
  }
}

/** How an event differs from what was sent. A list without fields is absent. */
export interface Differences {
  /** The contradictions for which it is held. */
  suspect?: RampField[] | undefined
  /** The differences without a consequence. */
  differs?: RampField[] | undefined
}

/** The differences that a comparison has found. */
export function differencesIn({
  suspect,
  differs,
}: Pick<RampEventCheck, 'suspect' | 'differs'>): Differences {
  return {
    suspect: suspect.length > 0 ? suspect : undefined,
    differs: differs.length > 0 ? differs : undefined,
  }
}

/** How a stored event differs: checked on arrival, or now if the session was not known then. */
export function differencesOf({ facts }: Pick<StoredEvent, 'facts'>, session: SentSession): Differences {
  const later = checkRampEvent(sentFacts(session), facts.reported ?? {})
  return differencesIn({
    suspect: [...new Set([...(facts.suspect ?? []), ...later.suspect])],
    differs: [...(facts.differs ?? []), ...later.differs],
  })
}

/** Whether an event is held for review: it does not count until an operator releases it. */
export function isHeld(event: Pick<StoredEvent, 'conflict' | 'facts'>, session: SentSession): boolean {
  return event.conflict || differencesOf(event, session).suspect !== undefined
}

/** An e-mail address in the form in which a session and its events are compared: the store keeps no address for it. */
export function emailHash(subjectId: string, email: string): string {
  return sha256Hex(`e-mail of ${subjectId} ${email.trim().toLowerCase()}`)
}

/** The facts of an event for the comparison, with a hash in place of the e-mail address. */
export function comparableFacts(subjectId: string, facts: RampFacts): RampFacts {
  return { ...facts, email: facts.email && emailHash(subjectId, facts.email) }
}

/**
 * The details of a purchase for its buyer and the app. Destination and reference are those that were sent: another one
 * in an event is not a fact about this purchase.
 */
export function detailsFor(
  { destination, referenceId }: Pick<RampSubject, 'destination' | 'referenceId'>,
  details: RampDetails | undefined,
): RampDetails {
  return { ...details, destination, reference_id: referenceId }
}
