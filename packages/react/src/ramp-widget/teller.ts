import { LeydenError } from '@leyden/core'
import { type HeldSession, type RampState, watchedSessions } from '../ramp-flow/index.js'
import { fixFor } from './examine-page.js'
import type { Flow } from './flow.js'
import type { RampSessionInfo, RampSettings } from './ramp-options.js'
import { defaultNeeds } from './session-desk.js'

/**
 * Tells the page what happened, each thing once.
 *
 * @param wasTold whether an earlier page life has told of this session's completion already.
 */
export function tellPage(
  flow: Flow,
  settings: () => RampSettings,
  wasTold: { has(id: string): boolean; add(id: string): void },
): () => void {
  const ready = new Set<string>()
  const troubles = new Set<string>()

  return flow.listen((state, before, event) => {
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
    call(() => onStateChange?.(state))

    const made = event.type === 'created' || event.type === 'blocked' ? event.session : undefined
    if (made) call(() => onSession?.(infoOf(made)))
    if (event.type === 'message') {
      const { message, id } = event
      if (message.type === 'ready' && !ready.has(id)) {
        ready.add(id)
        call(() => onReady?.())
      }
      if (message.type === 'step') {
        const { step, detail } = message
        call(() => onStep?.({ step, ...(detail !== undefined && { detail }) }))
      }
      if (message.type === 'trouble' && !troubles.has(`${id} ${message.code}`)) {
        troubles.add(`${id} ${message.code}`)
        call(() => onError?.(pageError(message.code)))
      }
      if (message.type === 'close') call(() => onClose?.({ by: 'provider' }))
    }
    if (state.status === 'completed' && entered && !wasTold.has(state.session.id)) {
      wasTold.add(state.session.id)
      const { at, livemode, details, session } = state
      const more = { ...(livemode !== undefined && { livemode }), ...(details && { details }) }
      call(() => onCompleted?.({ sessionId: session.id, at, ...more }))
    }
    if (state.status === 'expired' && entered) call(() => onExpired?.(infoOf(state.session)))
    if (state.status === 'blocked' && entered) {
      const { needs = defaultNeeds, rampOrigins = [] } = settings()
      const [session] = watchedSessions(state)
      const origins = session?.origins ?? rampOrigins
      call(() => onBlocked?.(state.reason, fixFor(state.reason, { origins, needs })))
    }
    const error = errorOf(state)
    if (error && error !== errorOf(before)) call(() => onError?.(error))
    if (entered && state.status === 'failed' && state.failure.kind === 'purchase')
      call(() =>
        onError?.(new LeydenError('PURCHASE_FAILED', 'The provider reports that the purchase failed.')),
      )
    if (event.type === 'closed')
      call(() => (before.status === 'completed' ? onDone?.() : onClose?.({ by: 'person' })))
  })
}

/** What the provider's page says went wrong, in its own words: for the developer. */
function pageError(reason: string | undefined): LeydenError {
  return new LeydenError('RAMP_PAGE_ERROR', "The provider's page reports an error.", { reason })
}

/** A page's own mistake is reported as one, and stops nothing. */
function call(callback: () => void): void {
  try {
    callback()
  } catch (error) {
    reportError(error)
  }
}

function infoOf({ id, expiresAt, mode }: HeldSession): RampSessionInfo {
  return { sessionId: id, expiresAt, ...(mode && { mode }) }
}

/** The error of a request that failed, for the frame or for a link. */
function errorOf(state: RampState): LeydenError | undefined {
  if (state.status === 'failed' && state.failure.kind === 'request') return state.failure.error
  return 'wayOut' in state && state.wayOut?.status === 'failed' ? state.wayOut.error : undefined
}
