import type { Client } from '@leyden/core'
import { RampWidget } from '@leyden/react'
import { type RampState, rampIdle, rampTransition, watchedSessions } from '@leyden/react/flows'
import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import type { EmbedSettings } from '../settings/settings.js'
import { clientOf } from './client-of.js'
import { followSessions } from './follow-session.js'
import type { RampOptions } from './options.js'
import { endingOfThrown, Providers } from './providers.js'
import { rampEnding } from './ramp-ending.js'
import type { Widget, WidgetReports } from './widget.js'

const FINAL: readonly RampState['status'][] = ['completed', 'failed', 'expired', 'needs_review']

/** Draws the ramp widget into an element. */
export function mountRamp(
  element: HTMLElement,
  firstOptions: RampOptions,
  firstSettings: EmbedSettings,
  { onEnding, onDone, onEvent }: WidgetReports,
): Widget<'ramp'> {
  const root = createRoot(element)
  let state: RampState = rampIdle
  /** The first purchase is the ending, even if another one is started. */
  let completed: RampState | undefined
  let thrown: unknown
  let client: Client | undefined

  const onStateChange = (next: RampState) => {
    state = next
    onEvent?.('leyden-state-change', { status: next.status })
    if (next.status === 'completed') completed ??= next
    if (FINAL.includes(next.status)) onEnding?.(rampEnding(next))
  }

  const render = (options: RampOptions, settings: EmbedSettings) => {
    client = clientOf(settings)
    loadLocale(settings.locale)
    root.render(
      <Providers
        settings={settings}
        client={client}
        onError={(error) => {
          thrown = error
          onEnding?.(endingOfThrown(error))
        }}
      >
        <RampWidget
          {...options}
          onSession={(session) => onEvent?.('leyden-session', session)}
          onReady={() => onEvent?.('leyden-ready', null)}
          onStep={(step) => onEvent?.('leyden-step', step)}
          onBlocked={(reason, fix) => onEvent?.('leyden-blocked', { reason, fix })}
          onStateChange={onStateChange}
          onDone={() => onDone?.()}
          // Where the provider's page closed itself, there is an answer to read.
          onClose={(closing) => (closing.by === 'person' ? onDone?.() : onEvent?.('leyden-close', closing))}
        />
      </Providers>,
    )
  }
  render(firstOptions, firstSettings)

  return {
    update: render,
    ending: () => (thrown === undefined ? rampEnding(completed ?? state) : endingOfThrown(thrown)),
    follow(signal, onLater) {
      if (!client || completed) return
      const closed = rampTransition(state, { type: 'closed' })
      followSessions(client, watchedSessions(closed), { signal, onEnding: onLater })
    },
    unmount: () => root.unmount(),
  }
}
