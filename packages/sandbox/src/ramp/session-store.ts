import { createBoundedMap } from '../bounded-map.js'
import type { Randomness } from '../randomness.js'
import { type Fault, faultOf } from './fault.js'

/** The checked parameters of a session. */
export interface SessionOrder {
  email: string
  webhookUrl: string
  /** ISO 4217. */
  quoteCurrency: string
  baseCurrency: 'BTC'
  /** The user is known to the provider already. */
  returning: boolean
  destination?: string | undefined
  referenceId?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

/** A step that a person has to take on the ramp page before paying. */
type Step = 'code' | 'identity'

export interface Session extends SessionOrder {
  /** `ses_…`. */
  id: string
  /** The token that opens the page, once. */
  token: string
  /** Authenticates the opened page, because the token in its URL is then used up. */
  pageKey: string
  /** Six digits. */
  emailCode: string
  expiresAtMs: number
  fault: Fault | null
  opened: boolean
  steps: Set<Step>
  bought: boolean
}

export type SessionStore = ReturnType<typeof createSessionStore>

const SESSION_LIFE_MS = 15 * 60_000

/** The maximum number of sessions; the oldest are dropped. */
const KEPT_SESSIONS = 10_000

export function createSessionStore({ now, randomness }: { now: () => number; randomness: Randomness }) {
  const byToken = createBoundedMap<Session>(KEPT_SESSIONS)
  const byPageKey = createBoundedMap<Session>(KEPT_SESSIONS)

  function create(order: SessionOrder): Session {
    const session: Session = {
      ...order,
      id: `ses_${randomness.id('session')}`,
      token: randomness.id('session token') + randomness.id('session token'),
      pageKey: randomness.id('page key'),
      emailCode: String(100_000 + (Number.parseInt(randomness.id('e-mail code').slice(0, 8), 16) % 900_000)),
      expiresAtMs: now() + SESSION_LIFE_MS,
      fault: faultOf(order.email),
      opened: false,
      steps: new Set(order.returning ? [] : ['code', 'identity']),
      bought: false,
    }
    byToken.set(session.token, session)
    byPageKey.set(session.pageKey, session)
    return session
  }

  return { create, byToken: byToken.get, byPageKey: byPageKey.get }
}
