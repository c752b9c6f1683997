import { type RampState, watchedSessions } from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'

/** How buying ends if its widget is closed in this state. A session that was shown may still complete: `pending`. */
export function rampEnding(state: RampState): Ending {
  const [live] = watchedSessions(state)
  switch (state.status) {
    case 'completed':
      return { status: 'completed', sessionId: state.session.id }
    case 'failed':
      if (state.failure.kind === 'purchase')
        return { status: 'error', code: 'PURCHASE_FAILED', retryable: true }
      return live
        ? pending(live)
        : { status: 'error', code: state.failure.error.code, retryable: state.failure.error.retryable }
    case 'expired':
      return { status: 'expired' }
    case 'cancelled':
      return { status: 'cancelled' }
    case 'needs_review':
      return { status: 'error', code: 'NEEDS_REVIEW', retryable: false }
    case 'blocked':
      return live ? pending(live) : { status: 'unavailable', reason: 'blocked' }
    case 'loading':
    case 'open':
    case 'handoff':
    case 'processing':
    case 'resumed':
    case 'idle':
    case 'asking':
    case 'creating':
      return live ? pending(live) : { status: 'cancelled' }
    default:
      return state satisfies never
  }
}

function pending({ id }: { id: string }): Ending {
  return { status: 'pending', sessionId: id }
}
