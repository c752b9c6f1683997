import type { RampEvent, RampState } from '../ramp-flow/index.js'
import type { Flow } from '../widget/create-flow.js'

/** The flow of a ramp widget on the page: its current state, and where its events are sent. */
export type RampFlow = Flow<RampState, RampEvent>
