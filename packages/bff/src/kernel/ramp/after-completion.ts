import type { Log } from '@leyden/core'
import { eventId } from '../store/event-id.js'
import type { EventFacts, EventHead } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { doesCount, releasedBy } from './ramp-state.js'

/** Whether an event with these facts can contradict a completed purchase, or be the completion that is contradicted. */
export function mayContradict({ meaning, takesBack, releases }: EventFacts): boolean {
  return meaning === 'completed' || meaning === 'failed' || takesBack === true || releases !== undefined
}

/**
 * The events of a session that contradict its completion: a failure that was made after the completing event, or at an
 * unknown time, and each refund, reversal or chargeback. A session that is cancelled, or goes on, after its completion is
 * normal: the ramp's page is closed last.
 */
export function afterCompletion<Event extends Omit<EventHead, 'hash' | 'bytes'>>(
  heads: readonly Event[],
  session: RampSubject,
): Event[] {
  const endings = heads.filter(({ facts }) => facts.takesBack === true || facts.meaning === 'failed')
  // This is nearly every session, and a flood of completions has to stay cheap.
  if (endings.length === 0) return []
  const released = releasedBy(heads)
  const completions = heads.filter(
    (event) => event.facts.meaning === 'completed' && doesCount(event, session, released),
  )
  if (completions.length === 0) return []
  // Without a time of its own, it was made before it arrived.
  const madeMs = completions.map(({ facts, at }) => Date.parse(facts.madeAt ?? at.toISOString()))
  const firstMs = Math.min(...madeMs)
  return endings.filter((event) => {
    const { takesBack, madeAt } = event.facts
    const isLater = madeAt === undefined || Date.parse(madeAt) > firstMs
    return (takesBack === true || isLater) && doesCount(event, session, released)
  })
}

/** The events that contradict a completed purchase since one more event. */
export function contradictingSince(
  before: readonly EventHead[],
  event: EventHead,
  session: RampSubject,
): EventHead[] {
  if (!mayContradict(event.facts)) return []
  const contradicting = afterCompletion([...before, event], session)
  if (contradicting.length === 0) return []
  const known = new Set(afterCompletion(before, session).map(({ seq }) => seq))
  return contradicting.filter(({ seq }) => !known.has(seq))
}

/** Logs events that contradict a completed purchase. The app gets them with a mark. */
export function logContradictions(log: Log, session: string, events: readonly EventHead[]): void {
  for (const { seq, type } of events)
    log.error(
      { code: 'PURCHASE_CONTRADICTED', event: eventId(session, seq), session, type },
      'A purchase that is complete has failed or was taken back: check what your server has delivered',
    )
}
