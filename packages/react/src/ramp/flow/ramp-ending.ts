import { type RampFlowStatus, type RampState, watchedSessions } from './ramp-state.js'

/** How a purchase stands when its widget is closed, as far as the widget knows. */
export type RampEnding =
  | {
      /** `completed`: the server reports it. `pending`: a purchase may be under way. */
      status: 'completed' | 'pending'
      /** The id of its session. */
      sessionId: string
    }
  | {
      /** `cancelled`: nothing was bought, as far as is known. */
      status: 'cancelled' | 'expired' | 'unconfirmed'
    }
  | {
      /** The provider's page cannot be shown here. */
      status: 'unavailable'
      /** Something is proven to keep it from working. */
      reason: 'blocked'
    }
  | {
      /** The request for a session or the purchase failed, or a person has to look. */
      status: 'error'
      /** The code of the error, `PURCHASE_FAILED` or `NEEDS_REVIEW`. */
      code: string
      /** Whether trying again may help. */
      retryable: boolean
    }

/** The states in which a request, a session or a purchase has ended. */
export const endedRampStates: readonly RampFlowStatus[] = [
  'completed',
  'failed',
  'expired',
  'needs_review',
  'unconfirmed',
]

/** The ending of a purchase that the server reports as failed or as under review. */
export const reportedRampEndings: Readonly<Record<'failed' | 'needs_review', RampEnding>> = {
  failed: { status: 'error', code: 'PURCHASE_FAILED', retryable: true },
  needs_review: { status: 'error', code: 'NEEDS_REVIEW', retryable: false },
}

/**
 * The ending of a purchase whose widget is closed in this state. It is `pending` if the server's reports or the person's
 * actions show that a purchase may be under way. If the person only looked at the provider's page, it is `cancelled`, and
 * the session is still watched.
 */
export function rampEnding(state: RampState): RampEnding {
  const [live] = watchedSessions(state)
  const moving = watchedSessions(state).find(({ known }) => known === 'processing')
  switch (state.status) {
    case 'completed':
      return { status: 'completed', sessionId: state.session.id }
    case 'failed': {
      if (state.failure.kind === 'purchase') return reportedRampEndings.failed
      const { code, retryable } = state.failure.error
      return moving ? pending(moving) : { status: 'error', code, retryable }
    }
    case 'expired':
    case 'unconfirmed':
      return { status: state.status }
    case 'needs_review':
      return reportedRampEndings.needs_review
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

function pending({ id }: { id: string }): RampEnding {
  return { status: 'pending', sessionId: id }
}
