import { LeydenError } from '@leyden/core'
import { callPage, callProp, type Props } from '../../foundation/page/call-page.js'
import type { RampWidgetEvent } from '../../foundation/page/widget-event.js'
import type { CheckedSession } from '../flow/ramp-session.js'
import { type RampState, watchedSessions } from '../flow/ramp-state.js'
import type { RampSessionInfo } from '../ramp-options.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { fixesFor } from './check-environment.js'
import { defaultNeeds } from './session-requests.js'

const props: Props<RampWidgetEvent, RampSettings> = {
  stateChange: ({ onStateChange }, { state }) => onStateChange?.(state),
  session: ({ onSession }, { session }) => onSession?.(session),
  ready: ({ onReady }) => onReady?.(),
  step: ({ onStep }, { step, detail }) => onStep?.({ step, detail }),
  expired: ({ onExpired }, { session }) => onExpired?.(session),
  completed: ({ onCompleted }, { purchase }) => onCompleted?.(purchase),
  blocked: ({ onBlocked }, { reason, fix }) => onBlocked?.(reason, fix),
  close: ({ onClose }, { by }) => onClose?.({ by }),
  done: ({ onDone }) => onDone?.(),
  error: ({ onError }, { error }) => onError?.(error),
}

/**
 * Reports events to the page, each once.
 *
 * @param completed the ids of the sessions whose completion was reported to the page, also in an earlier page load
 * @returns a function that unsubscribes.
 */
export function notifyOnChange(
  flow: RampFlow,
  settings: () => RampSettings,
  completed: Set<string>,
): () => void {
  const reported = new Set<string>()
  const notify = (event: RampWidgetEvent) => {
    callProp(props, settings(), event)
    callPage(() => settings().widgetEvents?.emit({ widget: 'ramp', ...event }))
  }
  const notifyOnce = (key: string, event: RampWidgetEvent) => {
    if (!reported.has(key)) notify(event)
    reported.add(key)
  }

  return flow.subscribe((state, before, event) => {
    const entered = state.status !== before.status
    notify({ type: 'stateChange', state })

    const made = event.type === 'created' || event.type === 'blocked' ? event.session : undefined
    if (made) notify({ type: 'session', session: infoOf(made) })
    if (event.type === 'message') {
      const { message, id } = event
      if (message.type === 'ready') notifyOnce(`ready ${id}`, { type: 'ready' })
      if (message.type === 'step') notify(message)
      if (message.type === 'trouble') {
        const { code } = message
        // The page's own error code, for the developer.
        const error = new LeydenError('RAMP_PAGE_ERROR', "The provider's page reports an error.", {
          reason: code,
        })
        notifyOnce(`trouble ${id} ${code}`, { type: 'error', error })
      }
      if (message.type === 'close') notify({ type: 'close', by: 'provider' })
    }
    if (state.status === 'completed' && entered && !completed.has(state.session.id)) {
      const { at, livemode, details, session } = state
      completed.add(session.id)
      notify({ type: 'completed', purchase: { sessionId: session.id, at, livemode, details } })
    }
    if (state.status === 'expired' && entered) notify({ type: 'expired', session: infoOf(state.session) })
    if (state.status === 'blocked' && entered) {
      const { needs = defaultNeeds, rampOrigins = [] } = settings()
      const { reason } = state
      const origins = watchedSessions(state)[0]?.origins ?? rampOrigins
      notify({ type: 'blocked', reason, fix: fixesFor({ origins, needs })[reason] })
    }
    const error = errorOf(state)
    if (error && error !== errorOf(before)) notify({ type: 'error', error })
    if (entered && state.status === 'failed' && state.failure.kind === 'purchase')
      notify({
        type: 'error',
        error: new LeydenError('PURCHASE_FAILED', 'The provider reports that the purchase failed.'),
      })
    if (event.type === 'closed')
      notify(before.status === 'completed' ? { type: 'done' } : { type: 'close', by: 'person' })
  })
}

function infoOf({ id, expiresAt, mode }: CheckedSession): RampSessionInfo {
  return { sessionId: id, expiresAt, mode }
}

/** The error of a failed request, for the frame or for a link. */
function errorOf(state: RampState): LeydenError | undefined {
  if (state.status === 'failed' && state.failure.kind === 'request') return state.failure.error
  return 'fallbackLink' in state && state.fallbackLink?.status === 'failed'
    ? state.fallbackLink.error
    : undefined
}
