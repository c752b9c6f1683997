import type { Client, WatchState } from '@leyden/core'
import { RampWidget } from '@leyden/react'
import { type RampCallbacks, type RampOutcome, rampCallbacks } from '@leyden/react/options'
import {
  type CheckedSession,
  type RampState,
  rampIdle,
  rampOutcome,
  rampTransition,
  reportedRampOutcome,
  saveSessions,
  type Watch,
  watchedSessions,
  watchUntilStopped,
} from '@leyden/react/removed-widget'
import { mountWith } from './mount-widget.js'
import { reportingCallbacks } from './reporting-callbacks.js'
import type { RampOptions } from './settings/settings.js'

/** Draws the ramp widget into an element. */
export const mountRamp = mountWith<'ramp'>((report, client) => {
  let state: RampState = rampIdle
  let options: RampOptions = {}
  /** The first purchase is the outcome, even if another one is started. */
  let completed: RampState | undefined
  const callbacks = reportingCallbacks<RampCallbacks>(rampCallbacks, report)

  const onStateChange = (next: RampState) => {
    const hasNewStatus = next.status !== state.status
    state = next
    // The event has the status alone.
    if (hasNewStatus) callbacks.onStateChange(next)
    if (next.status === 'completed') completed ??= next
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
      if (completed) return undefined
      const closed = rampTransition(state, { type: 'closed' })
      saveSessions({ ...options, client: client() }, closed, { reported: new Set(), own: new Set() })
      return followSessions(client(), watchedSessions(closed))
    },
  }
})

/** Resolves when the server reports the end of one of these sessions. */
function followSessions(client: Client, sessions: readonly CheckedSession[]): Promise<RampOutcome> {
  let watches: Watch[] = []
  const ended = new Promise<RampOutcome>((resolve) => {
    watches = sessions.flatMap(({ id, watchUrl }) => {
      const onState = (report: WatchState) => {
        const outcome = report.kind === 'ramp' ? reportedRampOutcome(report, id) : undefined
        if (outcome) resolve(outcome)
      }
      return watchUrl === undefined ? [] : watchUntilStopped(client, watchUrl, { onState })
    })
  })
  return ended.finally(() => {
    for (const { stop } of watches) stop()
  })
}
