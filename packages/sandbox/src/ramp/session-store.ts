import { createBoundedMap } from '../bounded-map.js'
import type { Randomness } from '../randomness.js'
import { emailUser, type SessionRequest } from './session-request.js'

export type Session = ReturnType<typeof newSession>

export type SessionStore = ReturnType<typeof createSessionStore>

const SESSION_LIFE_MS = 15 * 60_000

/** The maximum number of sessions; the oldest are dropped. */
const KEPT_SESSIONS = 10_000

export function createSessionStore({ now, randomness }: { now: () => number; randomness: Randomness }) {
  const byToken = createBoundedMap<Session>(KEPT_SESSIONS)
  const byPageKey = createBoundedMap<Session>(KEPT_SESSIONS)
  const references = createBoundedMap<Session>(KEPT_SESSIONS)

  return {
    create(order: SessionRequest): Session {
      const session = newSession(order, now() + SESSION_LIFE_MS, randomness)
      byToken.set(session.token, session)
      byPageKey.set(session.pageKey, session)
      if (order.reference_id !== undefined) references.set(order.reference_id, session)
      return session
    },
    /** Whether a session with this reference was opened before. */
    hasReference: (reference: string) => references.get(reference) !== undefined,
    byToken: byToken.get,
    byPageKey: byPageKey.get,
  }
}

function newSession(order: SessionRequest, expiresAtMs: number, randomness: Randomness) {
  return {
    ...order,
    expiresAtMs,
    id: `ses_${randomness.id('session')}`,
    /** The token that opens the page, once. */
    token: randomness.id('session token') + randomness.id('session token'),
    /** Authenticates the opened page, because the token in its URL is then used up. */
    pageKey: randomness.id('page key'),
    /** Six digits. */
    emailCode: String(100_000 + (Number.parseInt(randomness.id('e-mail code').slice(0, 8), 16) % 900_000)),
    /** Selects the fault of this session. */
    user: emailUser(order.email),
    opened: false,
    /** The steps that a person has to take before paying: none for a user whom the ramp knows already. */
    missingSteps: new Set(order.access_token ? [] : ['code', 'identity']),
    bought: false,
  }
}
