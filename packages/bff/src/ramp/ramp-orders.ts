import { LeydenError, type RampSession } from '@leyden/core'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { badField } from '../http/bad-field.js'
import type { Spend } from '../limits/limits.js'
import type { Log } from '../log.js'
import type { Store, StoredEvent } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import type { Sealer } from '../tokens/sealer.js'
import type { Tokens } from '../tokens/tokens.js'
import type { PublicState } from '../watch/history.js'
import { BY_THE_SHOP, type OpenedSession, type OpenSession } from './open-session.js'
import type { SessionFields } from './ramp-fields.js'

/** Orders that the shop's server signs: a page can open them and read or change nothing of them. */
export type RampOrders = ReturnType<typeof createRampOrders>

interface RampOrdersOptions {
  tokens: Tokens
  sealer: Sealer
  store: Store
  spend: Spend
  openSession: OpenSession
  publicState: PublicState
  now: () => Date
}

/** Long enough to press a button, short enough that a price still holds. */
const ORDER_LIFE_MS = 15 * 60_000
const SIGNED = 'order.signed'
const OPENED = 'order.opened'

/** An order is a log of its own in the store: what was signed, and each session that it was opened in. */
export function createRampOrders(options: RampOrdersOptions) {
  const { tokens, sealer, store, spend, openSession, publicState, now } = options
  /** Sessions that are being opened, by order. */
  const underWay = new Map<string, Promise<OpenedSession>>()

  /** Appends what only this BFF can read. @returns false if another process was quicker. */
  async function append(id: string, type: string, number: number, content: object): Promise<boolean> {
    const key = `${type} ${number}`
    const body = utf8ToBytes(await sealer.seal(`${id} ${key}`, JSON.stringify(content)))
    const event = { key, hash: randomId(), type, at: now(), facts: {}, body, deliver: false }
    return (await store.append(id, event)) === 'stored'
  }

  async function read<Content>(id: string, event: StoredEvent | undefined): Promise<Content | null> {
    if (!event) return null
    const text = await sealer.open(`${id} ${event.key}`, new TextDecoder().decode(event.body))
    return text === null ? null : (JSON.parse(text) as Content)
  }

  /** The session that stands for the order; null if another one may be opened. */
  async function standing(id: string, event: StoredEvent | undefined): Promise<OpenedSession | null> {
    const known = await read<{ session: RampSession; subjectId: string }>(id, event)
    const subject = known && (await store.get(known.subjectId))
    if (!known || subject?.kind !== 'ramp') return null
    const { status } = await publicState(subject)
    if (status === 'completed') throw alreadyPaid('The purchase of this order is complete.')
    if (status === 'failed' || status === 'cancelled') return null
    if (new Date(subject.expiresAt) > now()) return { session: known.session, subject }
    if (status === 'processing' || status === 'needs_review')
      throw alreadyPaid('The purchase of this order is under way.')
    return null
  }

  async function findOrOpen(
    id: string,
    expiresAt: Date,
    userId: string | undefined,
    log: Log,
  ): Promise<OpenedSession> {
    // Twice: if another process has opened a session in the meantime, use that one.
    for (let round = 0; round < 2; round++) {
      const events = await store.read(id, 0)
      const opened = events.filter(({ type, conflict }) => type === OPENED && !conflict)
      const current = await standing(id, opened.at(-1))
      if (current) return current
      const fields = expiresAt > now() ? await read<SessionFields>(id, events[0]) : null
      if (!fields)
        throw new LeydenError('ORDER_EXPIRED', 'The order has run out: get a new one from the shop.', {
          field: 'order',
        })
      await spend('sessionsPerHour', `order ${id}`)
      const made = await openSession(
        fields,
        { userId, orderId: id, emailOf: 'order', requester: BY_THE_SHOP },
        log,
      )
      const { session, subject } = made
      if (await append(id, OPENED, opened.length + 1, { session, subjectId: subject.id })) return made
    }
    throw new LeydenError('SERVICE_UNAVAILABLE', 'Another request is opening this order; try again.')
  }

  return {
    /** Stores the fields, encrypted, and signs their id. */
    async sign(fields: SessionFields): Promise<string> {
      const id = randomId()
      await append(id, SIGNED, 1, fields)
      return tokens.issue('order', id, new Date(now().getTime() + ORDER_LIFE_MS))
    },

    /**
     * The one open session of an order: the same one while its page can be opened, even if the order has expired; a new
     * one after it has ended without a purchase, while the order is valid. Concurrent calls share one request upstream.
     *
     * @throws LeydenError `BAD_REQUEST` with field `order` for one that this shop did not sign, `ORDER_EXPIRED`,
     * `ALREADY_PAID`.
     */
    async open(order: string, userId: string | undefined, log: Log): Promise<OpenedSession> {
      const token = tokens.verify('order', order)
      if (!token) throw badField('order', 'was not signed by this shop')
      const { id, expiresAt } = token
      const known = underWay.get(id)
      if (known) return known
      const session = findOrOpen(id, expiresAt, userId, log).finally(() => underWay.delete(id))
      underWay.set(id, session)
      return session
    },
  }
}

function alreadyPaid(message: string): LeydenError {
  return new LeydenError('ALREADY_PAID', message, { field: 'order' })
}
