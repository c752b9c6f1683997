import type { Client } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import type { Flow } from '../foundation/flow/create-flow.js'
import type { WidgetEvents } from '../foundation/reports/widget-event.js'
import type { WaitingTab } from './engine/waiting-tab.js'
import type { RampEvent, RampState } from './flow/ramp-state.js'
import type { RampOptions } from './ramp-options.js'

/** The settings of the widget's engine. The engine reads them at each use, so a new object restarts nothing. */
export interface RampSettings extends RampOptions {
  client: Client
  /** The cache of queries. */
  queryClient: QueryClient
  /** Called for the events of any widget. */
  widgetEvents?: WidgetEvents | undefined
  /** The tab that the first click has opened, before the engine was loaded. */
  tab?: WaitingTab | null | undefined
  /** What a tab shows until the ramp's page loads. @default '' */
  waitingText?: string | undefined
}

/** The flow of a ramp widget on the page: its current state, and where its events are sent. */
export type RampFlow = Flow<RampState, RampEvent>
