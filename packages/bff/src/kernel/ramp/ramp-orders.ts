import { LeydenError, type Log } from '@leyden/core'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { badField } from '../http/bad-field.js'
import type { Consume } from '../limits/limits.js'
import { singleFlight } from '../single-flight.js'
import type { Store, StoredEvent } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import type { PublicState } from '../watch/history.js'
import { type OpenSession, type SessionReply, SHOP_REQUESTER } from './open-session.js'
import type { SessionFields } from './ramp-fields.js'

/** Orders that the shop's server signs: a page can open them, but neither read nor change them. */
export type RampOrders = ReturnType<typeof createRampOrders>

/** Long enough for a person to press a button, short enough for a price to stay valid. */
const ORDER_LIFE_MS = 15 * 60_000
const SIGNED = 'order.signed'
const OPENED = 'order.opened'

interface RampOrdersOptions {
  tokens: Tokens
  store: Store
  consume: Consume
  publicState: PublicState
  openSession: OpenSession
  now: () => Date
}

/** An order is a subject in the store. Its events are the signed fields, and each session that was opened for it. */
export function createRampOrders(options: RampOrdersOptions) {
  const { tokens, store, consume, publicState, openSession, now } = options
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

  /** The current session of the order; undefined if a new one may be opened. */
  async function standing(id: string, event: StoredEvent | undefined): Promise<SessionReply | undefined> {
    const known = await read<{ session: SessionReply; subjectId: string }>(id, event)
    const subject = known && (await store.get(known.subjectId))
    if (!known || subject?.kind !== 'ramp') return undefined
    const { status } = await publicState(subject)
    if (status === 'completed') throw alreadyPaid('The purchase of this order is complete.')
    if (status === 'failed' || status === 'cancelled') return undefined
    if (new Date(subject.expiresAt) > now()) return known.session
    if (status === 'processing' || status === 'needs_review')
      throw alreadyPaid('The purchase of this order is being processed.')
    return undefined
  }

  return {
    /** Stores the fields, encrypted, and signs their id. */
    async sign(fields: SessionFields): Promise<string> {
      const id = randomId()
      await append(id, SIGNED, 1, fields)
      return tokens.issue('order', id, new Date(now().getTime() + ORDER_LIFE_MS))
    },

    /**
     * Returns the one open session of an order: the existing one while its page can be opened, even if the order has
     * expired; a new one after it has ended without a purchase, while the order is valid.
     *
     * @throws LeydenError `BAD_REQUEST` with field `order` if this shop did not sign it, `ORDER_EXPIRED`,
     * `ALREADY_PAID`.
     */
    async open(order: string, userId: string | undefined, log: Log): Promise<SessionReply> {
      const token = tokens.verify('order', order)
      if (!token) throw badField('order', 'was not signed by this shop')
      const { id, expiresAt } = token
      return openOnce(id, async () => {
        const events = await store.read(id, 0)
        const opened = events.filter(({ type, conflict }) => type === OPENED && !conflict)
        const current = await standing(id, opened.at(-1))
        if (current) return current
        const fields = expiresAt > now() ? await read<SessionFields>(id, events[0]) : null
        if (!fields)
          throw new LeydenError('ORDER_EXPIRED', 'The order has expired. Get a new one from the shop.', {
            field: 'order',
          })
        await consume('sessionsPerHour', `order ${id}`)
        const owner = { userId, orderId: id, emailOf: 'order', requester: SHOP_REQUESTER } as const
        const { reply: session, subject } = await openSession(fields, owner, log)
        const isOurs = await append(id, OPENED, opened.length + 1, { session, subjectId: subject.id })
        return isOurs ? session : undefined
      })
    },
  }
}

function alreadyPaid(message: string): LeydenError {
  return new LeydenError('ALREADY_PAID', message, { field: 'order' })
}
