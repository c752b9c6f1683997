import { LeydenError, type Log } from '@leyden/core'
import type { EventHead, Store } from '../store/store.js'
import type { SubjectEvent } from '../watch/states.js'

/** The number of stored events, and the bytes of their bodies. */
export interface Volume {
  events: number
  bytes: number
}

/** A purchase has about ten events. */
const MOST: Volume = { events: 1_000, bytes: 8_000_000 }
/** By then somebody has seen the alert, or the sender has stopped. */
const RETRY_AFTER_MS = 3_600_000

interface FloodGateOptions {
  store: Pick<Store, 'get' | 'take'>
  now: () => Date
}

/** A webhook's event, before it is stored. */
interface Arriving {
  /** The id of its session in the store. */
  id: string
  /** What is stored of the session. */
  volume: Volume
  event: SubjectEvent
  log: Log
}

/**
 * Refuses events of a session that has very many, so that its flood costs neither the disk nor other sessions anything.
 * The first one of each kind with a meaning, and a signed one, are always accepted, so that a flood cannot keep a
 * purchase from being completed.
 *
 * @returns a function that throws LeydenError `RATE_LIMITED` for a refused event.
 */
export function createFloodGate({ store, now }: FloodGateOptions) {
  return async ({ id, volume, event, log }: Arriving): Promise<void> => {
    const { facts, body, key, hash, type } = event
    if (facts.authenticity === 'signature') return
    const { events, bytes } = volume
    if (events < MOST.events && bytes + (body?.byteLength ?? 0) <= MOST.bytes) return
    const keys = facts.meaning === undefined ? [key] : undefined
    const { events: stored } = await store.get([], { of: id, keys })
    // One that is stored already is acknowledged again.
    const isStored = (other: EventHead) => other.key === key && other.hash === hash
    const isFirst = facts.meaning !== undefined && !stored.some((other) => other.type === type)
    if (isFirst || stored.some(isStored)) return
    const refusals = { key: `flood ${id}`, limit: 1, windowMs: RETRY_AFTER_MS }
    if ((await store.take([refusals], now())) === null)
      log.error(
        { code: 'WEBHOOK_FLOOD', session: id, events, bytes },
        'A session has too many webhooks, so further ones are refused',
      )
    throw new LeydenError('RATE_LIMITED', 'This session has too many webhooks.', {
      reason: 'webhooksPerSession',
      retryAfterMs: RETRY_AFTER_MS,
    })
  }
}
