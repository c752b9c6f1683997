import {
  type FurtherSessionRefusal,
  isLeydenError,
  LeydenError,
  type Log,
  type RampOrderSession,
  type RampStatus,
} from '@leyden/core'
import { sentenceOf } from '@leyden/core/internal'
import { singleFlight } from '../foundation/single-flight.js'
import { badField } from '../http/bad-field.js'
import type { Consume } from '../limits/limits.js'
import type { Change } from '../store/change.js'
import type { Row, RowWrite, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { watchedOf } from '../store/subject-rows.js'
import { randomId } from '../tokens/random-id.js'
import { type Tokens, unknownHere } from '../tokens/tokens.js'
import { type OpenSession, type SessionReply, SHOP_REQUESTER } from './open-session.js'
import type { SessionFields } from './ramp-fields.js'
import type { WebhookUrls } from './webhook-urls.js'

/** Ramp orders, which the shop’s server signs: a page can open them, but neither read nor change them. */
export type RampOrders = ReturnType<typeof createRampOrders>

/** Long enough for a person to press a button, short enough for a price to stay valid. */
const ORDER_LIFE_MS = 15 * 60_000
/** The most sessions of one ramp order: enough for a few reloads, and few enough to watch all of them. */
const MOST_SESSIONS = 5

/** The data of the row of a ramp order. What is sealed opens a session, or names its buyer. */
interface RampOrder {
  /** The signed fields, sealed. */
  fields: string
  /** Its sessions, oldest first. */
  sessions: readonly {
    subjectId: string
    /** The reply with it, sealed. */
    session: string
    /** Whether it is one of another ramp order with the same reference, which the service has returned again. */
    isShared: boolean
  }[]
}

interface RampOrdersOptions {
  tokens: Tokens
  store: Pick<Store, 'get' | 'commit'>
  change: Change
  consume: Consume
  openSession: OpenSession
  webhookUrls: Pick<WebhookUrls, 'belongs'>
  now: () => Date
}

export function createRampOrders(options: RampOrdersOptions) {
  const { tokens, store, change, consume, openSession, webhookUrls, now } = options
  const openOnce = singleFlight<SessionReply>()

  const seal = (id: string, content: object) => tokens.seal(id, JSON.stringify(content))

  async function unseal<Content>(id: string, sealed: string | undefined): Promise<Content | null> {
    const text = sealed === undefined ? null : await tokens.open(id, sealed)
    return text === null ? null : (JSON.parse(text) as Content)
  }

  /** The row of a ramp order, which is kept as long as the body of an event. */
  const row = (id: string, data: RampOrder): RowWrite<RampOrder> => {
    const createdAtMs = now().getTime()
    return { id, kind: 'ramp_order', keep: 'bodies', untilMs: createdAtMs, createdAtMs, data }
  }

  /** The sessions of a ramp order that still exist, oldest first, and those that another order has opened last. */
  async function sessionsOf(id: string, { sessions }: Pick<RampOrder, 'sessions'>): Promise<OpenedSession[]> {
    const found: OpenedSession[] = []
    const ordered = [...sessions].sort((a, b) => Number(a.isShared) - Number(b.isShared))
    const { rows } = await store.get(ordered.map(({ subjectId }) => subjectId))
    for (const [index, { subjectId, session: sealed }] of ordered.entries()) {
      const session = await unseal<SessionReply>(`${id} ${subjectId}`, sealed)
      const subject = watchedOf(rows[index])
      if (!session || subject?.kind !== 'ramp') continue
      const { kind, status, at } = subject.state.shown.state
      if (kind !== 'ramp') continue
      const hasEnded = /^(completed|failed|cancelled)$/.test(status)
      const isUsable = !hasEnded && new Date(subject.expiresAt) > now()
      found.push({ session, subject, status, at, isUsable })
    }
    return found
  }

  return {
    /** Stores the fields, encrypted, and signs their id. */
    async sign(fields: SessionFields): Promise<string> {
      const id = randomId()
      const order = row(id, { fields: await seal(`${id} fields`, fields), sessions: [] })
      await store.commit({ expect: { [id]: 0 }, put: [order] })
      return tokens.issue('ramp-order', id, new Date(now().getTime() + ORDER_LIFE_MS))
    },

    /** The id of a ramp order that this shop has signed, also if it has expired; undefined for any other text. */
    idOf: (order: string): string | undefined => tokens.verify('ramp-order', order)?.id,

    /**
     * Returns the open session of a ramp order, even if it has expired, or opens one. With `after`, opens a further
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
      const token = tokens.verify('ramp-order', order)
      if (!token) throw badField('order', 'was not signed by this shop')
      const { id, expiresAt } = token
      return openOnce(`${id} ${after ?? ''}`, async () => {
        const { rows } = await store.get([id])
        const stored = rows[0] as Row<RampOrder> | null
        const { fields: sealed, sessions: opened = [] } = stored?.data ?? {}
        const known = await sessionsOf(id, { sessions: opened })
        const sessions = known.map(listed)
        const refuse = (
          code: string,
          message: string,
          reason?: FurtherSessionRefusal,
          retryAfterMs?: number,
        ) => new LeydenError(code, message, { field: 'order', reason, retryAfterMs, sessions })

        if (known.some(({ status }) => status === 'completed'))
          throw refuse('ALREADY_PAID', 'The purchase of this ramp order is complete.')
        const started = known.find(({ status }) => status === 'processing' || status === 'needs_review')
        const current = started ?? known.at(-1)
        const isAnswer = started ? after === undefined : current?.session.session_id !== after
        if (current?.isUsable && isAnswer) return { ...current.session, sessions }
        if (started)
          throw refuse(
            'NO_FURTHER_SESSION',
            'A session of this ramp order has a sign of payment, so another one could be paid twice.',
            'payment_started',
          )
        const isOpen = expiresAt > now()
        if (isOpen && !stored) throw unknownHere('order', 'order')
        const fields = isOpen ? await unseal<SessionFields>(`${id} fields`, sealed) : null
        if (!fields) throw refuse('ORDER_EXPIRED', 'The ramp order has expired. Get a new one from the shop.')
        if (opened.filter(({ isShared }) => !isShared).length >= MOST_SESSIONS)
          throw refuse(
            'NO_FURTHER_SESSION',
            `This ramp order has had ${MOST_SESSIONS} sessions, which is the most.`,
            'too_many_sessions',
          )
        await consume('sessionsPerHour', `order ${id}`)
        const requester = { ...SHOP_REQUESTER, startedAtMs }
        const owner = { userId, rampOrderId: id, emailOf: 'order', requester } as const
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
        const isShared = subject.rampOrderId !== id
        if (isShared) await webhookUrls.belongs(subject, id)
        const added = { subjectId: subject.id, session: await seal(`${id} ${subject.id}`, session), isShared }
        const isNewest = await change([id], (view) => {
          const latest = view.row<RampOrder>(id)?.data
          if (!latest) return false
          // Another process was faster.
          if (!isShared && latest.sessions.length !== opened.length) return false
          if (!latest.sessions.some(({ subjectId }) => subjectId === subject.id))
            view.put(row(id, { ...latest, sessions: [...latest.sessions, added] }))
          return true
        })
        // A session of another ramp order may be complete already.
        if (isShared || !isNewest) return undefined
        const { createdAt: at } = subject
        const newest = listed({ session, subject, status: 'created', at, isUsable: true })
        return { ...session, sessions: [...sessions, newest] }
      })
    },
  }
}

/** A session of a ramp order with its state. */
interface OpenedSession {
  session: SessionReply
  subject: RampSubject
  status: RampStatus
  /** Since when it has this status. */
  at: string
  /** Whether its link may be opened. */
  isUsable: boolean
}

/** A session of a ramp order in the form for pages. */
function listed({ session, subject, status, at, isUsable }: OpenedSession): RampOrderSession {
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
