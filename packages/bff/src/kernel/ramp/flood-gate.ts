import { LeydenError, type Log } from '@leyden/core'
import type { EventHead, NewEvent, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { States } from '../watch/states.js'

/** A purchase has about ten events. */
const MOST = { events: 1_000, bytes: 8_000_000 }
/** By then somebody has seen the alert, or the sender has stopped. */
const RETRY_AFTER_MS = 3_600_000

interface FloodGateOptions {
  store: Pick<Store, 'state' | 'heads' | 'take'>
  states: Pick<States, 'read'>
  now: () => Date
}

/** A webhook's event, before it is stored. */
interface Arriving {
  /** The id of its session in the store. */
  id: string
  /** Null if it is not known yet. */
  session: RampSubject | null
  event: NewEvent
  log: Log
}

/**
 * Refuses events of a session that has very many, so that its flood costs neither the disk nor other sessions anything.
 * The first one of each kind with a meaning, and a signed one, are always accepted, so that a flood cannot keep a
 * purchase from being completed.
 *
 * @returns a function that throws LeydenError `RATE_LIMITED` for a refused event.
 */
export function createFloodGate({ store, states, now }: FloodGateOptions) {
  /** The number of the stored events, and the bytes of their bodies. */
  async function volumeOf(id: string, session: RampSubject | null): Promise<typeof MOST> {
    if (session) {
      const { seq, ramp } = await states.read(session)
      return { events: seq, bytes: ramp?.bytes ?? 0 }
    }
    const { later } = await store.state(id)
    return { events: later.length, bytes: later.reduce((sum, { bytes }) => sum + bytes, 0) }
  }

  return async ({ id, session, event, log }: Arriving): Promise<void> => {
    const { facts, body, key, hash, type } = event
    if (facts.authenticity === 'signature') return
    const { events, bytes } = await volumeOf(id, session)
    if (events < MOST.events && bytes + (body?.byteLength ?? 0) <= MOST.bytes) return
    const stored = await store.heads(id)
    // One that is stored already is acknowledged again.
    const isStored = (other: EventHead) => other.key === key && other.hash === hash
    const isFirst = facts.meaning !== undefined && !stored.some((other) => other.type === type)
    if (isFirst || stored.some(isStored)) return
    const { allowed: isFirstRefusal } = await store.take(`flood ${id}`, 1, RETRY_AFTER_MS, now())
    if (isFirstRefusal)
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
