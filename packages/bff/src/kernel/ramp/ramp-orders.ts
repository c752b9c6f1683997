import {
  type FurtherSessionRefusal,
  isLeydenError,
  LeydenError,
  type Log,
  type RampOrderSession,
  type RampStatus,
} from '@leyden/core'
import { sentenceOf } from '@leyden/core/internal'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { badField } from '../http/bad-field.js'
import type { Consume } from '../limits/limits.js'
import { singleFlight } from '../single-flight.js'
import type { Store, StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { randomId } from '../tokens/random-id.js'
import { type Tokens, unknownHere } from '../tokens/tokens.js'
import type { PublicState } from '../watch/states.js'
import type { Addresses } from './addresses.js'
import { type OpenSession, type SessionReply, SHOP_REQUESTER } from './open-session.js'
import type { SessionFields } from './ramp-fields.js'

/** Orders that the shop's server signs: a page can open them, but neither read nor change them. */
export type RampOrders = ReturnType<typeof createRampOrders>

/** Long enough for a person to press a button, short enough for a price to stay valid. */
const ORDER_LIFE_MS = 15 * 60_000
/** The most sessions of one order: enough for a few reloads, and few enough to watch all of them. */
const MOST_SESSIONS = 5
const SIGNED = 'order.signed'
const OPENED = 'order.opened'
/** A session of another order with the same reference, which the service has returned again. */
const SHARED = 'order.shared'

interface RampOrdersOptions {
  tokens: Tokens
  store: Store
  consume: Consume
  publicState: PublicState
  openSession: OpenSession
  addresses: Pick<Addresses, 'belongs'>
  now: () => Date
}

/** An order is a subject in the store. Its events are the signed fields, and each session that was opened for it. */
export function createRampOrders(options: RampOrdersOptions) {
  const { tokens, store, consume, publicState, openSession, addresses, now } = options
  const openOnce = singleFlight<SessionReply>()

  /** Appends encrypted data. @returns false if another process was faster. */
  async function append(id: string, type: string, number: number, content: object): Promise<boolean> {
    const key = `${type} ${number}`
    const body = utf8ToBytes(await tokens.seal(`${id} ${key}`, JSON.stringify(content)))
    const event = { key, hash: randomId(), type, at: now(), facts: {}, body, deliver: false }
    return (await store.append(id, event)) === 'stored'
  }

  async function read<Content>(id: string, event: StoredEvent | undefined): Promise<Content | null> {
    if (!event) return null
    const text = await tokens.open(`${id} ${event.key}`, new TextDecoder().decode(event.body))
    return text === null ? null : (JSON.parse(text) as Content)
  }

  /** The sessions of an order that still exist, oldest first. */
  async function sessionsOf(id: string, opened: readonly StoredEvent[]): Promise<OrderSession[]> {
    const found: OrderSession[] = []
    for (const event of opened) {
      const content = await read<{ session: SessionReply; subjectId: string }>(id, event)
      const subject = content && (await store.get(content.subjectId))
      if (!content || subject?.kind !== 'ramp') continue
      const { kind, status, at } = await publicState(subject)
      if (kind !== 'ramp') continue
      const hasEnded = /^(completed|failed|cancelled)$/.test(status)
      const isUsable = !hasEnded && new Date(subject.expiresAt) > now()
      found.push({ session: content.session, subject, status, at, isUsable })
    }
    return found
  }

  return {
    /** Stores the fields, encrypted, and signs their id. */
    async sign(fields: SessionFields): Promise<string> {
      const id = randomId()
      await append(id, SIGNED, 1, fields)
      return tokens.issue('order', id, new Date(now().getTime() + ORDER_LIFE_MS))
    },

    /** The id of an order that this shop has signed, also if it has expired; undefined for any other text. */
    idOf: (order: string): string | undefined => tokens.verify('order', order)?.id,

    /**
     * Returns the open session of an order, even if the order has expired, or opens one. With `after`, opens a further
     * one after the newest session, unless that was done already: a session that was closed by a reload cannot be
     * opened again at every service. One with a sign of payment is never followed by another, so that nobody pays twice.
     *
     * @param after the service's id of the newest session that the page knows.
     * @throws LeydenError `BAD_REQUEST` with field `order` if this shop did not sign it; `ORDER_EXPIRED`,
     * `ALREADY_PAID`, `NO_FURTHER_SESSION`, each with the sessions of the order.
     */
    async open(
      order: string,
      after: string | undefined,
      { userId, startedAtMs }: { userId: string | undefined; startedAtMs: number },
      log: Log,
    ): Promise<SessionReply> {
      const token = tokens.verify('order', order)
      if (!token) throw badField('order', 'was not signed by this shop')
      const { id, expiresAt } = token
      return openOnce(`${id} ${after ?? ''}`, async () => {
        const events = await store.read(id, 0)
        const ofType = (wanted: string) => events.filter(({ type, conflict }) => type === wanted && !conflict)
        const [opened, shared] = [ofType(OPENED), ofType(SHARED)]
        const known = await sessionsOf(id, [...opened, ...shared])
        const sessions = known.map(listed)
        const refuse = (
          code: string,
          message: string,
          reason?: FurtherSessionRefusal,
          retryAfterMs?: number,
        ) => new LeydenError(code, message, { field: 'order', reason, retryAfterMs, sessions })

        if (known.some(({ status }) => status === 'completed'))
          throw refuse('ALREADY_PAID', 'The purchase of this order is complete.')
        const started = known.find(({ status }) => status === 'processing' || status === 'needs_review')
        const current = started ?? known.at(-1)
        const isAnswer = started ? after === undefined : current?.session.session_id !== after
        if (current?.isUsable && isAnswer) return { ...current.session, sessions }
        if (started)
          throw refuse(
            'NO_FURTHER_SESSION',
            'A session of this order has a sign of payment, so another one could be paid twice.',
            'payment_started',
          )
        const isOpen = expiresAt > now()
        if (isOpen && events.length === 0) throw unknownHere('order', 'order')
        const fields = isOpen ? await read<SessionFields>(id, events[0]) : null
        if (!fields) throw refuse('ORDER_EXPIRED', 'The order has expired. Get a new one from the shop.')
        if (opened.length >= MOST_SESSIONS)
          throw refuse(
            'NO_FURTHER_SESSION',
            `This order has had ${MOST_SESSIONS} sessions, which is the most.`,
            'too_many_sessions',
          )
        await consume('sessionsPerHour', `order ${id}`)
        const requester = { ...SHOP_REQUESTER, startedAtMs }
        const owner = { userId, orderId: id, emailOf: 'order', requester } as const
        const { reply: session, subject } = await openSession(fields, owner, log).catch((error) => {
          if (isLeydenError(error) && error.reason === 'open_elsewhere')
            throw refuse(error.code, sentenceOf(error), 'open_elsewhere', error.retryAfterMs)
          if (known.length === 0 || !isRefusalOfService(error)) throw error
          throw refuse(
            'NO_FURTHER_SESSION',
            'The payment service refused a further session with the same reference.',
            'refused_by_service',
          )
        })
        // The service has returned an earlier session of the order again.
        if (known.some((each) => each.subject.id === subject.id)) return { ...session, sessions }
        const content = { session, subjectId: subject.id }
        if (subject.orderId !== id) {
          await addresses.belongs(subject, id)
          await append(id, SHARED, shared.length + 1, content)
          // The session may be complete already.
          return undefined
        }
        if (!(await append(id, OPENED, opened.length + 1, content))) return undefined
        const { createdAt: at } = subject
        const newest = listed({ session, subject, status: 'created', at, isUsable: true })
        return { ...session, sessions: [...sessions, newest] }
      })
    },
  }
}

/** A session of an order with its state. */
interface OrderSession {
  session: SessionReply
  subject: RampSubject
  status: RampStatus
  /** Since when it has this status. */
  at: string
  /** Whether its link may be opened. */
  isUsable: boolean
}

/** A session of an order in the form for pages. */
function listed({ session, subject, status, at, isUsable }: OrderSession): RampOrderSession {
  return {
    session_id: session.session_id,
    status,
    at,
    created_at: subject.createdAt,
    expires_at: subject.expiresAt,
    watch_url: session.watch_url,
    widget_url: isUsable ? session.widget_url : undefined,
  }
}

/** Whether the service itself has refused a session for good, and not because of the shop's settings. */
function isRefusalOfService(error: unknown): boolean {
  if (!isLeydenError(error) || error.retryable || error.status !== undefined) return false
  return error.party === 'service' && error.code !== 'INVALID_EMAIL'
}
