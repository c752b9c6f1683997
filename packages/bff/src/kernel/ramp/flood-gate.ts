import { LeydenError, type Log } from '@leyden/core'
import { eventId } from '../store/event-id.js'
import type { EventVolume } from '../store/reduction.js'
import type { NewEvent, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { States } from '../watch/states.js'
import { hasRoom, NO_EVENTS, volumeWith } from './event-volume.js'

/** The type of the stored event that records the first refusal. */
const FLOOD = 'ramp.flood'
/** By then somebody has seen the alert, or the sender has stopped. */
const RETRY_AFTER_MS = 3_600_000

interface FloodGateOptions {
  store: Pick<Store, 'state' | 'heads' | 'append'>
  states: Pick<States, 'read' | 'append'>
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
 * The first refusal is itself an event of the session: it needs a review, and the log has an alert. Accepted events
 * after it are held for the review, because their sender may be the one of the flood, unless they are signed.
 *
 * @returns a function that throws LeydenError `RATE_LIMITED` for a refused event.
 */
export function createFloodGate({ store, states, now }: FloodGateOptions) {
  async function volumeOf(id: string, session: RampSubject | null): Promise<EventVolume> {
    if (session) return (await states.read(session)).ramp?.volume ?? NO_EVENTS
    return (await store.state(id)).later.reduce(volumeWith, NO_EVENTS)
  }

  /** Stores the first refusal. */
  async function markFlood({ id, session, log }: Arriving, { events, bytes }: EventVolume): Promise<void> {
    const facts = { flood: 'begun' } as const
    const mark: NewEvent = { key: FLOOD, hash: FLOOD, type: FLOOD, at: now(), facts, deliver: false }
    const outcome = await (session ? states.append(session, mark) : store.append(id, mark))
    if (outcome === 'duplicate') return
    const stored = (await store.heads(id, FLOOD)).find(({ hash }) => hash === FLOOD)
    const event = stored && eventId(id, stored.seq)
    log.error(
      { code: 'WEBHOOK_FLOOD', event, session: id, events, bytes },
      'A session has too many webhooks; further ones are refused or held, and it needs a review',
    )
  }

  return async (arriving: Arriving): Promise<void> => {
    const { id, session, event } = arriving
    const volume = await volumeOf(id, session)
    if (!hasRoom(volume, event)) {
      const same = await store.heads(id, event.key)
      // One that is stored already is acknowledged again.
      if (same.some(({ hash }) => hash === event.hash)) return
      if (!volume.isFlooded) await markFlood(arriving, volume)
      throw new LeydenError('RATE_LIMITED', 'This session has too many webhooks.', {
        reason: 'webhooksPerSession',
        retryAfterMs: RETRY_AFTER_MS,
      })
    }
    if (volume.isFlooded && event.facts.authenticity !== 'signature') event.facts.flood = 'during'
  }
}
