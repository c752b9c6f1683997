import { LeydenError } from '@leyden/core'
import type { Log } from '../log.js'
import { readEventId } from '../ramp/event-id.js'
import { isListed } from '../store/event-type.js'
import type { Store } from '../store/store.js'

/**
 * Delivers one event to `onEvent` again, under the same id.
 *
 * @throws LeydenError `NOT_FOUND` where there is no such event, `NOT_CONFIGURED` without `onEvent`.
 */
export type Redeliver = (eventId: string) => Promise<void>

interface RedeliverOptions {
  store: Store
  /** Whether the app gets events (`onEvent`). */
  delivers: boolean
  /** Wakes the outbox. */
  nudge: () => void
  log: Log
  now: () => Date
}

export function createRedeliver({ store, delivers, nudge, log, now }: RedeliverOptions): Redeliver {
  return async (id) => {
    if (!delivers) throw new LeydenError('NOT_CONFIGURED', 'There is no onEvent to deliver events to.')
    const { subjectId, seq } = readEventId(id) ?? { subjectId: '', seq: 0 }
    const [event] = await store.read(subjectId, seq - 1)
    if (event?.seq !== seq || !isListed(event) || !(await store.redeliver(subjectId, seq, now())))
      throw new LeydenError('NOT_FOUND', 'No event has this id.')
    log.info({ event: id }, 'An event is delivered again')
    nudge()
  }
}
