import type { RampField } from '@leyden/core'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'

/** The log's message for an event that does not count until an operator releases it. */
export const SUSPECT =
  'A webhook contradicts its session or the mode of this BFF; it counts once it is released by its id'

/** How an event contradicts its session: checked on arrival, or later if the session was not yet known. */
export function suspicions(
  { facts }: Pick<StoredEvent, 'facts'>,
  session: Pick<RampSubject, 'sessionId'>,
): RampField[] {
  // Earlier versions stored a single string here.
  const found = new Set([facts.suspect ?? []].flat())
  if (facts.sessionId !== undefined && !isSameSession(facts.sessionId, session.sessionId))
    found.add('session_id')
  return [...found]
}

/** Whether two spellings name the same session: the service writes both `ses_x` and `sess_x`. */
export function isSameSession(a: string, b: string): boolean {
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
