import type { PayEvent, PayState } from '../pay-flow/index.js'
import type { Flow } from '../widget/create-flow.js'

/** The flow of a pay widget on the page: its current state, and where its events are sent. */
export type PayFlow = Flow<PayState, PayEvent>
