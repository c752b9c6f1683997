import type { Randomness } from '../randomness.js'
import { type Mischief, mischiefOf } from './mischief.js'

/** What a session was created with, checked. */
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

/** What a person has to do on the ramp page before paying. */
type Chore = 'code' | 'identity'

export interface Session extends SessionOrder {
  /** `ses_…`. */
  id: string
  /** Opens the page, once. */
  token: string
  /** What the opened page proves itself by: the token in its URL is worth nothing any more. */
  pageKey: string
  /** Six digits. */
  emailCode: string
  expiresAtMs: number
  mischief: Mischief | null
  opened: boolean
  chores: Set<Chore>
  bought: boolean
}

export interface SessionBook {
  create(order: SessionOrder): Session
  byToken(token: string): Session | undefined
  byPageKey(key: string): Session | undefined
}

const SESSION_LIFE_MS = 15 * 60_000

/** A long load test must not eat the machine: the oldest sessions are forgotten beyond this. */
const KEPT_SESSIONS = 10_000

export function createSessionBook(tools: { now: () => number; randomness: Randomness }): SessionBook {
  const { now, randomness } = tools
  const byToken = new Map<string, Session>()
  const byPageKey = new Map<string, Session>()

  function create(order: SessionOrder): Session {
    const session: Session = {
      ...order,
      id: `ses_${randomness.id('session')}`,
      token: randomness.id('session token') + randomness.id('session token'),
      pageKey: randomness.id('page key'),
      emailCode: String(100_000 + (Number.parseInt(randomness.id('e-mail code').slice(0, 8), 16) % 900_000)),
      expiresAtMs: now() + SESSION_LIFE_MS,
      mischief: mischiefOf(order.email),
      opened: false,
      chores: new Set(order.returning ? [] : ['code', 'identity']),
      bought: false,
    }
    byToken.set(session.token, session)
    byPageKey.set(session.pageKey, session)
    const oldest = byToken.size > KEPT_SESSIONS ? byToken.values().next().value : undefined
    if (oldest) {
      byToken.delete(oldest.token)
      byPageKey.delete(oldest.pageKey)
    }
    return session
  }

  return { create, byToken: (token) => byToken.get(token), byPageKey: (key) => byPageKey.get(key) }
}
