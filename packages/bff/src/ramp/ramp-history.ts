import type { RampStatus, WatchState } from '@leyden/core'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { Moment } from '../watch/history.js'

type RampState = Extract<WatchState, { kind: 'ramp' }>

/** Each beats those after it, so that neither order nor repetition of events matters. */
const STRONGEST_FIRST = ['completed', 'failed', 'processing', 'cancelled'] as const satisfies RampStatus[]

/** The states of a ramp session: what its events, taken together, mean after each of them. */
export function rampHistory(session: RampSubject, events: readonly StoredEvent[]): Moment[] {
  const created: RampState = { kind: 'ramp', status: 'created', at: session.createdAt }
  const moments: Moment[] = [{ seq: 0, state: created, final: false }]
  const strongest = new Map<string, StoredEvent>()
  let conflict: StoredEvent | undefined
  for (const event of events) {
    if (event.facts.suspect !== undefined) continue
    if (event.conflict) conflict ??= event
    const { meaning } = event.facts
    const known = meaning === undefined ? undefined : strongest.get(meaning)
    // Of equals the same one, whichever came first.
    if (meaning !== undefined && (!known || event.key < known.key)) strongest.set(meaning, event)
    const state = stateOf(strongest, conflict) ?? created
    const before = moments.at(-1)?.state
    if (JSON.stringify(state) === JSON.stringify(before)) continue
    const final = state.status === 'completed' || state.status === 'needs_review'
    moments.push({ seq: event.seq, state, final })
  }
  return moments
}

function stateOf(
  strongest: ReadonlyMap<string, StoredEvent>,
  conflict: StoredEvent | undefined,
): RampState | null {
  // Two accounts of one event: somebody has to look, and nothing of either is shown.
  if (conflict) return { kind: 'ramp', status: 'needs_review', at: conflict.at.toISOString() }
  for (const status of STRONGEST_FIRST) {
    const event = strongest.get(status)
    if (!event) continue
    const { livemode, details } = event.facts
    return {
      kind: 'ramp',
      status,
      ...(livemode !== undefined && { livemode }),
      ...(details && { details }),
      at: event.at.toISOString(),
    }
  }
  return null
}
