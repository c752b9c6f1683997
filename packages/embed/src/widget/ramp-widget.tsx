import type { Client } from '@leyden/core'
import { RampWidget } from '@leyden/react'
import { type RampState, rampIdle, rampTransition, watchedSessions } from '@leyden/react/flows'
import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import type { EmbedSettings } from '../settings/settings.js'
import { clientOf } from './client-of.js'
import { followSessions } from './follow-session.js'
import { endingOfThrown, Frame } from './frame.js'
import type { RampOptions } from './options.js'
import { rampEnding } from './ramp-ending.js'
import type { Widget, WidgetReports } from './widget.js'

const FINAL: readonly RampState['status'][] = ['completed', 'failed', 'expired', 'needs_review']

/** Draws the ramp widget into an element. */
export function mountRamp(
  element: HTMLElement,
  firstOptions: RampOptions,
  firstSettings: EmbedSettings,
  { onEnding, onDone }: WidgetReports,
): Widget<'ramp'> {
  const root = createRoot(element)
  let state: RampState = rampIdle
  /** A purchase stays one, also when another is begun. */
  let completed: RampState | undefined
  let thrown: unknown
  let client: Client | undefined

  const take = (next: RampState) => {
    state = next
    if (next.status === 'completed') completed ??= next
    if (FINAL.includes(next.status)) onEnding?.(rampEnding(next))
  }

  const render = (options: RampOptions, settings: EmbedSettings) => {
    client = clientOf(settings)
    loadLocale(settings.locale)
    root.render(
      <Frame
        settings={settings}
        client={client}
        onError={(error) => {
          thrown = error
          onEnding?.(endingOfThrown(error))
        }}
      >
        <RampWidget
          {...options}
          onStateChange={take}
          onDone={() => onDone?.()}
          // What the provider's page closed leaves an answer to read.
          onClose={({ by }) => by === 'person' && onDone?.()}
        />
      </Frame>,
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
