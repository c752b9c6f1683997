import { LeydenError, type WatchState } from '@leyden/core'
import { badField } from '../http/bad-field.js'
import type { Log } from '../log.js'
import type { Deliveries } from '../outbox/deliveries.js'
import type { Store } from '../store/store.js'
import type { PublicState } from '../watch/history.js'
import { findEvent } from './event-id.js'
import { suspicions } from './webhook-facts.js'

/** The type of the stored event that records a release. */
const RELEASED = 'ramp.released'

interface ReleaseOptions {
  store: Store
  publicState: PublicState
  deliveries: Deliveries
  log: Log
  now: () => Date
}

/**
 * Releases an event that was held for review because it contradicts its session, or another event with its id. The
 * release is itself an event in the session's log: durable, ordered, and idempotent.
 *
 * @returns the new state of the session.
 * @throws LeydenError `NOT_FOUND` for an unknown event, `BAD_REQUEST` for one that is not held.
 */
export type ReleaseEvent = (eventId: string) => Promise<WatchState>

export function createReleaseEvent(options: ReleaseOptions): ReleaseEvent {
  const { store, publicState, deliveries, log, now } = options
  return async (id) => {
    const { subjectId, event } = await findEvent(store, id)
    const session = event && (await store.get(subjectId))
    if (!event || session?.kind !== 'ramp') throw new LeydenError('NOT_FOUND', 'No ramp event has this id.')
    if (event.facts.releases !== undefined || (!event.conflict && suspicions(event, session).length === 0))
      throw badField('id', 'names an event that is not held for review')
    const { seq } = event
    const key = `release of ${seq}`
    const outcome = await store.append(subjectId, {
      key,
      hash: key,
      type: RELEASED,
      at: now(),
      facts: { releases: seq },
      deliver: deliveries.wanted,
    })
    if (outcome !== 'duplicate') {
      log.info({ event: id, session: subjectId, type: event.type }, 'An event was released')
      deliveries.wake()
    }
    return publicState(session)
  }
}
