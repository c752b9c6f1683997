import type { Client } from '@leyden/core'
import { type HeldSession, type RampState, watchedSessions } from '@leyden/react/flows'
import { type Ending, errorEnding } from '../outcome/outcome.js'

const PURCHASE_FAILED = errorEnding({ code: 'PURCHASE_FAILED', retryable: true })
const NEEDS_REVIEW = errorEnding({ code: 'NEEDS_REVIEW', retryable: false })

/**
 * The outcome of a purchase whose widget is closed in this state: `pending` if server or person did something that may
 * have started a purchase. A provider's page that was only opened is `cancelled`, but still watched.
 */
export function rampEnding(state: RampState): Ending {
  const [live] = watchedSessions(state)
  const moving = watchedSessions(state).find(({ known }) => known === 'processing')
  switch (state.status) {
    case 'completed':
      return { status: 'completed', sessionId: state.session.id }
    case 'failed':
      if (state.failure.kind === 'purchase') return PURCHASE_FAILED
      return moving ? pending(moving) : errorEnding(state.failure.error)
    case 'expired':
      return { status: 'expired' }
    case 'unconfirmed':
      return { status: 'unconfirmed' }
    case 'needs_review':
      return NEEDS_REVIEW
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

function pending({ id }: { id: string }): Ending {
  return { status: 'pending', sessionId: id }
}

/** Watches sessions of a removed widget, until the server reports the end of one of them. */
export function followSessions(
  client: Client,
  sessions: readonly HeldSession[],
  { signal, onEnding }: { signal: AbortSignal; onEnding: (ending: Ending) => void },
): void {
  for (const { id, watchUrl } of sessions) {
    if (watchUrl === undefined) continue
    const watch = client.watch(watchUrl, {
      signal,
      onState(state) {
        if (state.kind !== 'ramp') return
        if (state.status === 'completed') onEnding({ status: 'completed', sessionId: id })
        if (state.status === 'needs_review') onEnding(NEEDS_REVIEW)
        if (state.status === 'failed') onEnding(PURCHASE_FAILED)
      },
    })
    for (const name of ['online', 'pageshow', 'focus'])
      window.addEventListener(name, watch.refresh, { signal })
    document.addEventListener('visibilitychange', watch.refresh, { signal })
  }
}
