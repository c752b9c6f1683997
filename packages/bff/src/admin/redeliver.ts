import { LeydenError } from '@leyden/core'
import type { Log } from '../log.js'
import type { Deliveries } from '../outbox/deliveries.js'
import { findEvent } from '../ramp/event-id.js'
import { isListed } from '../store/event-type.js'
import type { Store } from '../store/store.js'

/**
 * Delivers one event to `onEvent` again, under the same id.
 *
 * @throws LeydenError `NOT_FOUND` for an unknown event, `NOT_CONFIGURED` without `onEvent`.
 */
export type Redeliver = (eventId: string) => Promise<void>

export function createRedeliver(store: Store, deliveries: Deliveries, log: Log, now: () => Date): Redeliver {
  return async (id) => {
    if (!deliveries.wanted)
      throw new LeydenError('NOT_CONFIGURED', 'The BFF has no onEvent to deliver events to. Set onEvent.')
    const { subjectId, event } = await findEvent(store, id)
    if (!event || !isListed(event) || !(await store.redeliver(subjectId, event.seq, now())))
      throw new LeydenError('NOT_FOUND', 'No event has this id.')
    log.info({ event: id }, 'An event is delivered again')
    deliveries.wake()
  }
}
