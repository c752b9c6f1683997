import type { Client, WatchState } from '@leyden/core'
import { RampWidget } from '@leyden/react'
import {
  type CheckedSession,
  endedRampStates,
  type RampState,
  rampEnding,
  rampIdle,
  rampTransition,
  reportedRampEndings,
  saveSessions,
  type Watch,
  watchedSessions,
  watchUntilStopped,
} from '@leyden/react/flows'
import { mountWith } from './mount-widget.js'
import type { Ending } from './outcome.js'
import type { RampOptions } from './settings/settings.js'

/** Draws the ramp widget into an element. */
export const mountRamp = mountWith<'ramp'>(({ onEnding, onDone, onEvent }, client) => {
  let state: RampState = rampIdle
  let options: RampOptions = {}
  /** The first purchase is the outcome, even if another one is started. */
  let completed: RampState | undefined

  const onStateChange = (next: RampState) => {
    state = next
    onEvent?.('leyden-state-change', { status: next.status })
    if (next.status === 'completed') completed ??= next
    if (endedRampStates.includes(next.status)) onEnding?.(rampEnding(next))
  }

  return {
    render(next) {
      options = next
      return (
        <RampWidget
          {...options}
          // If the ramp cannot be shown here, the reason is shown at once, without a button.
          autoStart={options.autoStart || window.origin === 'null'}
          onSession={(session) => onEvent?.('leyden-session', session)}
          onReady={() => onEvent?.('leyden-ready', null)}
          onStep={(step) => onEvent?.('leyden-step', step)}
          onBlocked={(reason, fix) => onEvent?.('leyden-blocked', { reason, fix })}
          onStateChange={onStateChange}
          onDone={() => onDone?.()}
          // If the provider's page closed itself, the widget shows a message that the person has to read.
          onClose={(closing) => (closing.by === 'person' ? onDone?.() : onEvent?.('leyden-close', closing))}
        />
      )
    },
    ending: () => rampEnding(completed ?? state),
    follow() {
      if (completed) return undefined
      const closed = rampTransition(state, { type: 'closed' })
      saveSessions({ ...options, client: client() }, closed, { reported: new Set(), own: new Set() })
      return followSessions(client(), watchedSessions(closed))
    },
  }
})

/** Resolves when the server reports the end of one of these sessions. */
function followSessions(client: Client, sessions: readonly CheckedSession[]): Promise<Ending> {
  let watches: Watch[] = []
  const ending = new Promise<Ending>((resolve) => {
    watches = sessions.flatMap(({ id, watchUrl }) => {
      const onState = (report: WatchState) => {
        if (report.kind !== 'ramp') return
        if (report.status === 'completed') resolve({ status: 'completed', sessionId: id })
        if (report.status === 'needs_review' || report.status === 'failed')
          resolve(reportedRampEndings[report.status])
      }
      return watchUrl === undefined ? [] : watchUntilStopped(client, watchUrl, { onState })
    })
  })
  return ending.finally(() => {
    for (const { stop } of watches) stop()
  })
}
