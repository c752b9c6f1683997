import { applyReport } from '@leyden/core/status'
import type { CheckedSession } from './ramp-session.js'
import {
  linkedSession,
  type Next,
  type RampEvent,
  type RampState,
  sessionOf,
  watchedSessions,
} from './ramp-state.js'
import { frameOf } from './ramp-view.js'

/** Applies the server's status of any session that was shown: only this makes a purchase complete. */
export function applyServerStatus(state: RampState, event: RampEvent<'watched'>): Next {
  const before = checkedSession(state, event.id)
  if (!before) return state
  const { known, reviewedAt } = applyReport(before, event)
  if (known === before.known && reviewedAt === before.reviewedAt) return state
  const session: CheckedSession = { ...before, known, reviewedAt: reviewedAt ?? before.reviewedAt }
  const isCurrent = sessionOf(state)?.id === session.id
  const { livemode, details, duplicate_of: duplicateOf } = event
  // Only a second payment of the same order replaces a receipt before the person has closed it.
  const isDuplicate = known === 'completed' && duplicateOf !== undefined
  if (state.status === 'completed' && !isCurrent && !isDuplicate) return replace(state, session)

  switch (known) {
    case 'completed':
      return { status: 'completed', session, at: new Date(event.at), livemode, details, duplicateOf }
    case 'needs_review':
      return { status: 'needs_review', session, suspect: event.suspect, details }
    case 'processing': {
      // Money moves in this session, so it replaces whatever is shown, before somebody pays twice.
      const framed = isCurrent && frameOf(state) !== null
      return { status: 'processing', session, because: 'server', framed }
    }
    case 'failed':
      if (isCurrent) return { status: 'failed', failure: { kind: 'purchase', session } }
      return replace(state, session)
    case 'cancelled':
      // The frame reported "done" before it was closed, so the result is still pending.
      if (isCurrent && state.status !== 'processing') return { status: 'cancelled', session, by: 'provider' }
      return replace(state, session)
    case 'expired':
    case 'open':
    case 'created':
      // A review that found no purchase yet closes the review's view.
      if (isCurrent && state.status === 'needs_review') return { status: 'resumed', session }
      return replace(state, session)
    default:
      return known satisfies never
  }
}

/** A completed session is no longer watched, but a report that was already sent may contradict it. */
function checkedSession(state: RampState, id: string): CheckedSession | undefined {
  const held = watchedSessions(state)
  const all = state.status === 'completed' ? [state.session, ...held] : held
  return all.find((session) => session.id === id)
}

/** The server does not know a session any more, so there will be no further status. */
export function dropSession(state: RampState, id: string): RampState {
  const earlier = state.earlier.filter((session) => session.id !== id)
  if (state.status === 'resumed' && state.session.id === id) return { status: 'idle', earlier }
  return earlier.length === state.earlier.length ? state : { ...state, earlier }
}

/** The same state with a newer report of one of its sessions. */
function replace(state: RampState, session: CheckedSession): RampState {
  const swap = (old: CheckedSession) => (old.id === session.id ? session : old)
  const next: RampState = { ...state, earlier: state.earlier.map(swap) }
  if ('session' in next) next.session = swap(next.session)
  const linked = linkedSession(next)
  if (linked && 'fallbackLink' in next) next.fallbackLink = { status: 'ready', session: swap(linked) }
  return next
}
