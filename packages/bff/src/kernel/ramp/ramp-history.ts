import type { RampState, RampStatus } from '@leyden/core'
import { mergeRampStatus } from '@leyden/core/status'
import type { StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { HistoryEntry } from '../watch/history-entry.js'
import { detailsFor, differencesOf, type SentSession } from './webhook-facts.js'

type Session = SentSession & Pick<RampSubject, 'createdAt'>

/**
 * Derives the states of a ramp session after each of its events. Uses the same rule as the page, so that neither order
 * nor repetition matters on either side. A release changes the meaning of an earlier event, so all events are joined
 * again after it.
 */
export function rampHistory(session: Session, events: readonly StoredEvent[]): HistoryEntry<RampState>[] {
  const released: StoredEvent[] = []
  let reduction = createReduction(session, released)
  let state = reduction.state()
  let duplicateOf: string | undefined
  const entries: HistoryEntry<RampState>[] = [{ seq: 0, state, final: false }]
  for (const [index, event] of events.entries()) {
    const { releases } = event.facts
    if (releases !== undefined) {
      released.push(...events.filter(({ seq }) => seq === releases))
      reduction = createReduction(session, released, event.at)
      for (const earlier of events.slice(0, index)) reduction.add(earlier)
    } else reduction.add(event)
    duplicateOf ??= event.facts.duplicateOf
    const next = withDuplicate(reduction.state(), duplicateOf)
    if (JSON.stringify(next) === JSON.stringify(state)) continue
    state = next
    // After the end of a review the page has to get the new state.
    entries.push({ seq: event.seq, state, final: state.status === 'completed' })
  }
  return entries
}

function withDuplicate(state: RampState, duplicateOf: string | undefined): RampState {
  return state.status === 'completed' ? { ...state, duplicate_of: duplicateOf } : state
}

function createReduction(session: Session, released: readonly StoredEvent[], reviewedAt?: Date) {
  let status: RampStatus = 'created'
  let state: RampState = { kind: 'ramp', status, at: session.createdAt }
  /** The event that each status is based on. */
  const sources = new Map<RampStatus, StoredEvent>()
  return {
    add(event: StoredEvent): void {
      const reported = reportOf(event, session, released)
      if (reported === undefined) return
      const known = sources.get(reported)
      // If several events report one status, the one with the lowest key is shown, whatever their order. A review is
      // based on the first event that needs it.
      if (!known || (reported !== 'needs_review' && event.key < known.key)) sources.set(reported, event)
      status = mergeRampStatus(status, reported)
      const source = sources.get(status)
      if (source) state = stateFrom(source, status, session)
    },
    state(): RampState {
      if (reviewedAt) return { ...state, reviewed_at: reviewedAt.toISOString() }
      // A mode that counts without a review is not compared here, so the page must not compare it either.
      const isOther = state.livemode !== (session.mode === 'live')
      return isOther ? { ...state, livemode: undefined } : state
    },
  }
}

/**
 * The status that one event reports. An event that contradicts its session, or another event with its id, reports
 * `needs_review` until it, or another one with its id, is released.
 */
function reportOf(
  event: StoredEvent,
  session: Session,
  released: readonly StoredEvent[],
): RampStatus | undefined {
  const { conflict, facts, key, seq } = event
  const isHeld = conflict || differencesOf(event, session).suspect !== undefined
  if (!isHeld || released.some((other) => other.seq === seq)) return facts.meaning
  if (released.some((other) => other.key === key)) return undefined
  // A kind that changes nothing is not a reason to stop a purchase.
  return conflict || facts.meaning !== undefined ? 'needs_review' : undefined
}

function stateFrom(event: StoredEvent, status: RampStatus, session: Session): RampState {
  const at = event.at.toISOString()
  const { suspect, differs } = differencesOf(event, session)
  // During a review, neither of two contradicting reports is shown.
  if (status === 'needs_review') return { kind: 'ramp', status, suspect, at }
  const { livemode, details } = event.facts
  return {
    kind: 'ramp',
    status,
    livemode,
    details: detailsFor(session, details),
    differs,
    at,
  }
}
