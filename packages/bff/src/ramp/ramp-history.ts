import type { RampStatus, WatchState } from '@leyden/core'
import { joinRampStatus } from '@leyden/core/ramp'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { Moment } from '../watch/history.js'
import { contradicts } from './webhook-facts.js'

type RampState = Extract<WatchState, { kind: 'ramp' }>

/**
 * The states of a ramp session: what its events, taken together, mean after each of them. The rule by which they
 * are taken together is the page's own, so that neither order nor repetition matters on either side.
 */
export function rampHistory(session: RampSubject, events: readonly StoredEvent[]): Moment[] {
  let state: RampState = { kind: 'ramp', status: 'created', at: session.createdAt }
  const moments: Moment[] = [{ seq: 0, state, final: false }]
  const tellers = new Map<RampStatus, StoredEvent>()
  for (const event of events) {
    const said = contradicts(event, session) ? undefined : reportOf(event)
    if (said === undefined) continue
    const known = tellers.get(said)
    // Of equals the same one, whichever came first; of contradictions the one that made it so.
    if (!known || (said !== 'needs_review' && event.key < known.key)) tellers.set(said, event)
    const status = joinRampStatus(state.status, said)
    const teller = tellers.get(status)
    if (!teller) continue
    const next = stateBy(teller, status)
    if (JSON.stringify(next) === JSON.stringify(state)) continue
    state = next
    moments.push({ seq: event.seq, state, final: status === 'completed' || status === 'needs_review' })
  }
  return moments
}

/** What one event says of the session: two accounts under one id say that somebody has to look. */
function reportOf({ conflict, facts }: StoredEvent): RampStatus | undefined {
  return conflict ? 'needs_review' : facts.meaning
}

function stateBy({ at, facts: { livemode, details } }: StoredEvent, status: RampStatus): RampState {
  const told = { ...(livemode !== undefined && { livemode }), ...(details && { details }) }
  // Nothing of either account is shown.
  return { kind: 'ramp', status, ...(status !== 'needs_review' && told), at: at.toISOString() }
}
