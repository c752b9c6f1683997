import { LeydenError } from '@leyden/core'
import { createChangeCheck, reportedFields } from '../../foundation/reports/state-fields.js'
import { rampError } from '../flow/ramp-outcome.js'
import type { CheckedSession } from '../flow/ramp-session.js'
import { type RampState, rampStateFields, sessionOf, watchedSessions } from '../flow/ramp-state.js'
import { notifyPage } from '../page-reports.js'
import type { RampSessionInfo } from '../ramp-callbacks.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { fixesFor } from './check-environment.js'
import { defaultNeeds } from './session-requests.js'

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
  const hasChanged = createChangeCheck(reportedPart(flow.getState()))
  const once = (key: string, report: () => void) => {
    if (!reported.has(key)) report()
    reported.add(key)
  }

  return flow.subscribe((state, before, event) => {
    const entered = state.status !== before.status
    if (hasChanged(reportedPart(state))) notifyPage(settings(), 'onStateChange', state)

    const made = event.type === 'created' || event.type === 'blocked' ? event.session : undefined
    if (made) notifyPage(settings(), 'onSession', infoOf(made))
    if (event.type === 'message') {
      const { message, id } = event
      if (message.type === 'ready') once(`ready ${id}`, () => notifyPage(settings(), 'onReady'))
      if (message.type === 'trouble') {
        const { code } = message
        // The page's own error code, for the developer.
        const error = new LeydenError('RAMP_PAGE_ERROR', "The ramp's page reports an error.", {
          reason: code,
        })
        once(`trouble ${id} ${code}`, () => notifyPage(settings(), 'onError', error))
      }
      if (message.type === 'close') notifyPage(settings(), 'onClose', { by: 'provider' })
    }
    // Two sessions of one order may complete in either order, and only one receipt is shown.
    const isCompletion = event.type === 'watched' && event.status === 'completed'
    if (isCompletion && isComplete(state, event.id) && !completed.has(event.id)) {
      const { id: sessionId, livemode, details, duplicate_of: duplicateOf } = event
      completed.add(sessionId)
      const at = new Date(event.at)
      notifyPage(settings(), 'onCompleted', { sessionId, at, livemode, details, duplicateOf })
    }
    if (state.status === 'expired' && entered) notifyPage(settings(), 'onExpired', infoOf(state.session))
    if (state.status === 'unconfirmed' && entered)
      notifyPage(settings(), 'onUnconfirmed', infoOf(state.session))
    if (state.status === 'blocked' && entered) {
      const { needs = defaultNeeds, rampOrigins = [] } = settings()
      const { reason } = state
      const origins = watchedSessions(state)[0]?.origins ?? rampOrigins
      notifyPage(settings(), 'onBlocked', reason, fixesFor({ origins, needs })[reason])
    }
    if (entered && (state.status === 'failed' || state.status === 'needs_review'))
      notifyPage(settings(), 'onError', rampError(state))
    const linkError = linkErrorOf(state)
    if (linkError && linkError !== linkErrorOf(before)) notifyPage(settings(), 'onError', linkError)
    if (event.type === 'closed')
      if (before.status === 'completed') notifyPage(settings(), 'onDone')
      else notifyPage(settings(), 'onClose', { by: 'person' })
  })
}

/** What the page is told of a state. */
function reportedPart(state: RampState): object {
  return { ...reportedFields(state, rampStateFields), earlier: state.earlier }
}

/** Whether the server has reported that the purchase of this session is complete, and nothing contradicts it. */
function isComplete(state: RampState, id: string): boolean {
  const sessions = [sessionOf(state), ...state.earlier]
  return sessions.some((session) => session?.id === id && session.known === 'completed')
}

function infoOf({ id, expiresAt, mode }: CheckedSession): RampSessionInfo {
  return { sessionId: id, expiresAt, mode }
}

/** The error of a failed request for a link beside the frame, or in place of a blocked one. */
function linkErrorOf(state: RampState): LeydenError | undefined {
  return 'fallbackLink' in state && state.fallbackLink?.status === 'failed'
    ? state.fallbackLink.error
    : undefined
}
