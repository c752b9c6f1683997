import type { RampStatus, WatchState } from '@leyden/core'
import { joinRampStatus } from '@leyden/core/status'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { Moment } from '../watch/history.js'
import { suspicions } from './webhook-facts.js'

type RampState = Extract<WatchState, { kind: 'ramp' }>

/**
 * The states of a ramp session: what its events, taken together, mean after each of them. The rule by which they
 * are taken together is the page's own, so that neither order nor repetition matters on either side. A release
 * changes what an earlier event means, so all of them are taken together anew after it.
 */
export function rampHistory(session: RampSubject, events: readonly StoredEvent[]): Moment[] {
  const released: StoredEvent[] = []
  let reduction = createReduction(session, released)
  let state = reduction.state()
  const moments: Moment[] = [{ seq: 0, state, final: false }]
  for (const [index, event] of events.entries()) {
    const { releases } = event.facts
    if (releases !== undefined) {
      released.push(...events.filter(({ seq }) => seq === releases))
      reduction = createReduction(session, released, event.at)
      for (const earlier of events.slice(0, index)) reduction.take(earlier)
    } else reduction.take(event)
    const next = reduction.state()
    if (JSON.stringify(next) === JSON.stringify(state)) continue
    state = next
    // A review may end, and then the page has to hear of it.
    moments.push({ seq: event.seq, state, final: state.status === 'completed' })
  }
  return moments
}

function createReduction(session: RampSubject, released: readonly StoredEvent[], reviewedAt?: Date) {
  let status: RampStatus = 'created'
  let state: RampState = { kind: 'ramp', status, at: session.createdAt }
  const tellers = new Map<RampStatus, StoredEvent>()
  return {
    take(event: StoredEvent): void {
      const said = reportOf(event, session, released)
      if (said === undefined) return
      const known = tellers.get(said)
      // Of equals the same one, whichever came first; of contradictions the one that made it so.
      if (!known || (said !== 'needs_review' && event.key < known.key)) tellers.set(said, event)
      status = joinRampStatus(status, said)
      const teller = tellers.get(status)
      if (teller) state = stateBy(teller, status)
    },
    state: (): RampState => (reviewedAt ? { ...state, reviewed_at: reviewedAt.toISOString() } : state),
  }
}

/**
 * What one event says of the session. One that contradicts its session, or another event of its id, asks for a review
 * and says nothing else, until it is released, or another one of its id.
 */
function reportOf(
  event: StoredEvent,
  session: RampSubject,
  released: readonly StoredEvent[],
): RampStatus | undefined {
  const { conflict, facts, key, seq } = event
  const isHeld = conflict || suspicions(event, session).length > 0
  if (!isHeld || released.some((other) => other.seq === seq)) return facts.meaning
  if (released.some((other) => other.key === key)) return undefined
  // A kind that changes nothing is no reason to stop a purchase.
  return conflict || facts.meaning !== undefined ? 'needs_review' : undefined
}

function stateBy({ at, facts: { livemode, details } }: StoredEvent, status: RampStatus): RampState {
  const told = { ...(livemode !== undefined && { livemode }), ...(details && { details }) }
  // Nothing of either account is shown.
  return { kind: 'ramp', status, ...(status !== 'needs_review' && told), at: at.toISOString() }
}
