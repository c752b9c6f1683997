import type { Log } from '@leyden/core'
import { eventId } from '../store/event-id.js'
import type { EventHead, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { releasedBy } from './ramp-state.js'
import { isHeld } from './webhook-facts.js'

type Source = Pick<Store, 'get' | 'redeliver'>

/**
 * The events of a session that contradict its completion: a failure that was made after the completing event, or at an
 * unknown time, and each refund, reversal or chargeback. A session that is cancelled, or goes on, after its completion is
 * normal: the page of the provider is closed last.
 */
export function afterCompletion<Event extends Omit<EventHead, 'hash' | 'bytes'>>(
  heads: readonly Event[],
  session: RampSubject,
): Event[] {
  const released = releasedBy(heads)
  const counted = heads.filter(
    (event) => !isHeld(event, session) || released.some(({ seq }) => seq === event.seq),
  )
  const completions = counted.filter(({ facts }) => facts.meaning === 'completed')
  // Without a time of its own, it was made before it arrived.
  const madeMs = completions.map(({ facts, at }) => Date.parse(facts.madeAt ?? at.toISOString()))
  return counted.filter(({ facts: { meaning, takesBack, madeAt } }) => {
    if (completions.length === 0) return false
    const isLater = madeAt === undefined || Date.parse(madeAt) > Math.min(...madeMs)
    return takesBack === true || (meaning === 'failed' && isLater)
  })
}

/**
 * Tells what contradicts a completed purchase since an event was stored: in the log, and to the app. Events may come in
 * any order, so a contradiction that the app has got before the completion is delivered again, under the same id.
 */
export async function tellContradictions(
  store: Source,
  session: RampSubject,
  seq: number,
  log: Log,
  now: Date,
): Promise<void> {
  const { events: heads } = await store.get([], { of: session.id })
  const before = afterCompletion(
    heads.filter((event) => event.seq !== seq),
    session,
  )
  for (const event of afterCompletion(heads, session)) {
    if (before.some((known) => known.seq === event.seq)) continue
    const { type } = event
    log.error(
      { code: 'PURCHASE_CONTRADICTED', event: eventId(session.id, event.seq), session: session.id, type },
      'A purchase that is complete has failed or was taken back: check what your server has delivered',
    )
    if (event.seq !== seq) await store.redeliver(now, { subjectId: session.id, seq: event.seq })
  }
}
