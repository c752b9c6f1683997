import type { Mode, RampDetails } from '@leyden/core'
import { rampMeaning, type WebhookEvent } from '@leyden/core/webhook'
import type { EventFacts, StoredEvent, Suspicion } from '../store/store.js'
import type { RampSubject, Subject } from '../store/subject.js'

/** The log's message for an event that does not count until an operator releases it. */
export const SUSPECT =
  'A webhook contradicts its session or the mode of this BFF; it counts once it is released by its id'

/** The facts of a webhook that stay in the store after its body is deleted. */
export function webhookFacts(
  event: WebhookEvent,
  session: Subject | null,
  mode: Mode,
  authenticity: 'capability' | 'signature',
  /** The facts of the purchase. */
  details: RampDetails | undefined,
): EventFacts {
  const { sessionId, livemode } = event
  const meaning = rampMeaning(event) ?? undefined
  const suspect: Suspicion[] = []
  if (session?.kind === 'ramp' && sessionId !== null && !isSameSession(sessionId, session.sessionId))
    suspect.push('session_id')
  if (livemode !== null && livemode !== (mode === 'live')) suspect.push('livemode')
  return {
    authenticity,
    meaning,
    livemode: livemode ?? undefined,
    details,
    sessionId: session === null ? sessionId?.slice(0, 255) : undefined,
    suspect: suspect.length > 0 ? suspect : undefined,
  }
}

/** How an event contradicts its session: checked on arrival, or later if the session was not yet known. */
export function suspicions(
  { facts }: Pick<StoredEvent, 'facts'>,
  session: Pick<RampSubject, 'sessionId'>,
): Suspicion[] {
  // Earlier versions stored a single string here.
  const found = new Set([facts.suspect ?? []].flat())
  if (facts.sessionId !== undefined && !isSameSession(facts.sessionId, session.sessionId))
    found.add('session_id')
  return [...found]
}

/** Whether two spellings name the same session: the service writes both `ses_x` and `sess_x`. */
function isSameSession(a: string, b: string): boolean {
  return plainSessionId(a) === plainSessionId(b)
}

/** The slot of a session by the service's id, which its events name. */
export function sessionSlot(sessionId: string): string {
  return `session ${plainSessionId(sessionId)}`
}

/** The service's id of a session in the spelling for look-ups. */
function plainSessionId(sessionId: string): string {
  return sessionId.replace(/^sess_/, 'ses_')
}

/** One spelling for both envelopes: `ramp.purchase.completed`, `ramp.payment.settled`. */
export function eventType(kind: string): `ramp.${string}` {
  const older = /^RAMP_WIDGET\.V\d+\.([\w.]{1,100})$/.exec(kind)?.[1]
  if (older) return `ramp.${older.toLowerCase()}`
  return /^ramp\.[\w.]{1,100}$/.test(kind) ? (kind as `ramp.${string}`) : 'ramp.other'
}
