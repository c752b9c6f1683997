import { LeydenError, type WatchState } from '@leyden/core'
import { errorOutcome, type RampOutcome } from '../../foundation/reports/widget-outcome.js'
import { type RampState, watchedSessions } from './ramp-state.js'

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** The error of a request that failed, or of a purchase that the server reports as failed or as under review. */
export function rampError(state: RampState<'failed' | 'needs_review'>): LeydenError {
  if (state.status === 'needs_review') return reportedError('needs_review')
  return state.failure.kind === 'purchase' ? reportedError('failed') : state.failure.error
}

function reportedError(status: 'failed' | 'needs_review'): LeydenError {
  return status === 'failed'
    ? new LeydenError('PURCHASE_FAILED', 'The ramp reports that the purchase failed.')
    : new LeydenError('NEEDS_REVIEW', 'The reports about this purchase contradict each other.')
}

/** The outcome of a session whose end the server reports; undefined for any other report. */
export function reportedRampOutcome({ status }: RampReport, sessionId: string): RampOutcome | undefined {
  if (status === 'completed') return { status, sessionId }
  return status === 'failed' || status === 'needs_review' ? errorOutcome(reportedError(status)) : undefined
}

/**
 * How a purchase stands if its widget is closed in this state. It is `pending` if the server's reports or the person's
 * actions show that a purchase may be under way. If the person only looked at the ramp's page, it is `cancelled`, and
 * the session is still watched.
 */
export function rampOutcome(state: RampState): RampOutcome {
  const [live] = watchedSessions(state)
  const moving = watchedSessions(state).find(({ known }) => known === 'processing')
  switch (state.status) {
    case 'completed':
      return { status: 'completed', sessionId: state.session.id }
    case 'failed':
      return moving && state.failure.kind === 'request' ? pending(moving) : errorOutcome(rampError(state))
    case 'needs_review':
      return errorOutcome(rampError(state))
    case 'expired':
    case 'unconfirmed':
      return { status: state.status }
    case 'blocked':
      return live ? pending(live) : { status: 'unavailable', reason: 'blocked' }
    case 'handoff':
    case 'processing':
    case 'resumed':
      return pending(state.session)
    case 'loading':
    case 'open':
    case 'cancelled':
    case 'idle':
    case 'asking':
    case 'creating':
      return moving ? pending(moving) : { status: 'cancelled' }
    default:
      return state satisfies never
  }
}

function pending({ id }: { id: string }): RampOutcome {
  return { status: 'pending', sessionId: id }
}
