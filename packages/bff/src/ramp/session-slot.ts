import { plainSessionId } from './webhook-facts.js'

/** The slot of a session under the id that the service gave it, which is the one that events name. */
export function sessionSlot(sessionId: string): string {
  return `session ${plainSessionId(sessionId)}`
}
