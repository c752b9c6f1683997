import { LeydenError } from '@leyden/core'
import { type HeldSession, type RampState, watchedSessions } from '../ramp-flow/index.js'
import { callPage } from '../widget/call-page.js'
import { fixFor } from './examine-page.js'
import type { RampFlow } from './ramp-engine.js'
import type { RampSessionInfo, RampSettings } from './ramp-options.js'
import { defaultNeeds } from './session-requests.js'

/**
 * Calls the functions of the page for what happens, each thing once.
 *
 * @param wasTold whether an earlier page life has told of this session's completion already.
 */
export function callRampCallbacks(
  flow: RampFlow,
  settings: () => RampSettings,
  wasTold: { has(id: string): boolean; add(id: string): void },
): () => void {
  const ready = new Set<string>()
  const troubles = new Set<string>()

  return flow.subscribe((state, before, event) => {
    const {
      onStateChange,
      onSession,
      onReady,
      onStep,
      onCompleted,
      onExpired,
      onBlocked,
      onClose,
      onDone,
      onError,
    } = settings()
    const entered = state.status !== before.status
    callPage(() => onStateChange?.(state))

    const made = event.type === 'created' || event.type === 'blocked' ? event.session : undefined
    if (made) callPage(() => onSession?.(infoOf(made)))
    if (event.type === 'message') {
      const { message, id } = event
      if (message.type === 'ready' && !ready.has(id)) {
        ready.add(id)
        callPage(() => onReady?.())
      }
      if (message.type === 'step') {
        const { step, detail } = message
        callPage(() => onStep?.({ step, detail }))
      }
      if (message.type === 'trouble' && !troubles.has(`${id} ${message.code}`)) {
        troubles.add(`${id} ${message.code}`)
        callPage(() => onError?.(pageError(message.code)))
      }
      if (message.type === 'close') callPage(() => onClose?.({ by: 'provider' }))
    }
    if (state.status === 'completed' && entered && !wasTold.has(state.session.id)) {
      wasTold.add(state.session.id)
      const { at, livemode, details, session } = state
      callPage(() => onCompleted?.({ sessionId: session.id, at, livemode, details }))
    }
    if (state.status === 'expired' && entered) callPage(() => onExpired?.(infoOf(state.session)))
    if (state.status === 'blocked' && entered) {
      const { needs = defaultNeeds, rampOrigins = [] } = settings()
      const [session] = watchedSessions(state)
      const origins = session?.origins ?? rampOrigins
      callPage(() => onBlocked?.(state.reason, fixFor(state.reason, { origins, needs })))
    }
    const error = errorOf(state)
    if (error && error !== errorOf(before)) callPage(() => onError?.(error))
    if (entered && state.status === 'failed' && state.failure.kind === 'purchase')
      callPage(() =>
        onError?.(new LeydenError('PURCHASE_FAILED', 'The provider reports that the purchase failed.')),
      )
    if (event.type === 'closed')
      callPage(() => (before.status === 'completed' ? onDone?.() : onClose?.({ by: 'person' })))
  })
}

/** What the provider's page says went wrong, in its own words: for the developer. */
function pageError(reason: string | undefined): LeydenError {
  return new LeydenError('RAMP_PAGE_ERROR', "The provider's page reports an error.", { reason })
}

function infoOf({ id, expiresAt, mode }: HeldSession): RampSessionInfo {
  return { sessionId: id, expiresAt, mode }
}

/** The error of a request that failed, for the frame or for a link. */
function errorOf(state: RampState): LeydenError | undefined {
  if (state.status === 'failed' && state.failure.kind === 'request') return state.failure.error
  return 'fallbackLink' in state && state.fallbackLink?.status === 'failed'
    ? state.fallbackLink.error
    : undefined
}
