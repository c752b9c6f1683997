import { RampWidget } from '@leyden/react'
import {
  endedRampStates,
  type RampState,
  rampEnding,
  rampIdle,
  rampTransition,
  saveSessions,
  watchedSessions,
} from '@leyden/react/flows'
import type { EmbedSettings } from '../settings/settings.js'
import { createDrawing } from './draw-widget.js'
import { followSessions } from './follow-sessions.js'
import type { RampOptions } from './options.js'
import type { Widget, WidgetReports } from './widget.js'

/** Draws the ramp widget into an element. */
export function mountRamp(
  element: HTMLElement,
  firstOptions: RampOptions,
  firstSettings: EmbedSettings,
  reports: WidgetReports,
): Widget<'ramp'> {
  const { onEnding, onDone, onEvent } = reports
  const drawing = createDrawing(element, reports)
  let state: RampState = rampIdle
  let options = firstOptions
  /** The first purchase is the outcome, even if another one is started. */
  let completed: RampState | undefined

  const onStateChange = (next: RampState) => {
    state = next
    onEvent?.('leyden-state-change', { status: next.status })
    if (next.status === 'completed') completed ??= next
    if (endedRampStates.includes(next.status)) onEnding?.(rampEnding(next))
  }

  const render = (next: RampOptions, settings: EmbedSettings) => {
    options = next
    drawing.draw(
      settings,
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
      />,
    )
  }
  render(firstOptions, firstSettings)

  return {
    update: render,
    ending: () => drawing.failure() ?? rampEnding(completed ?? state),
    follow(signal, onLater) {
      const client = drawing.client()
      if (!client || completed) return
      const closed = rampTransition(state, { type: 'closed' })
      saveSessions({ ...options, client }, closed, { reported: new Set(), own: new Set() })
      followSessions(client, watchedSessions(closed), { signal, onEnding: onLater })
    },
    unmount: drawing.unmount,
  }
}
