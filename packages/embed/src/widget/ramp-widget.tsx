import { RampWidget } from '@leyden/react'
import { type RampCallbacks, rampCallbacks } from '@leyden/react/options'
import {
  followSessions,
  type RampState,
  rampIdle,
  rampOutcome,
  watchedSessions,
} from '@leyden/react/removed-widget'
import { followRemoved, stopFollowing } from './follow-removed.js'
import { mountWith } from './mount-widget.js'
import { reportingCallbacks } from './reporting-callbacks.js'
import type { RampOptions } from './settings/settings.js'

/** Draws the ramp widget into an element. */
export const mountRamp = mountWith<'ramp'>((report, client) => {
  let state: RampState = rampIdle
  let options: RampOptions = {}
  /** The first purchase is the outcome, even if another one is started. */
  let completed: RampState | undefined
  /** Preact stops a removed widget one frame later. Its sessions are already followed by then. */
  let isFollowed = false
  const callbacks = reportingCallbacks<RampCallbacks>(rampCallbacks, report)

  const onStateChange = (next: RampState) => {
    if (isFollowed) return
    const hasNewStatus = next.status !== state.status
    state = next
    // The event has the status alone.
    if (hasNewStatus) callbacks.onStateChange(next)
    if (next.status === 'completed') completed ??= next
    for (const { id } of watchedSessions(next)) stopFollowing(id)
  }

  return {
    render(next) {
      options = next
      return (
        <RampWidget
          {...options}
          {...callbacks}
          // If the ramp cannot be shown here, the reason is shown at once, without a button.
          autoStart={options.autoStart || window.origin === 'null'}
          onStateChange={onStateChange}
        />
      )
    },
    outcome: () => rampOutcome(completed ?? state),
    follow() {
      isFollowed = true
      if (completed) return undefined
      const ids = watchedSessions(state).map(({ id }) => id)
      return followRemoved(ids, (end) => followSessions(state, { ...options, client: client() }, end))
    },
  }
})
