// For the embed alone: its client, the boundary of a widget, how it stands, and what goes on once it has been removed. It
// is an entry in this repository, and none of the published package.
export { Boundary } from './foundation/card/boundary.js'
export { clientFor } from './foundation/provider/sandbox-part.js'
export { ownPayments, payOutcome } from './pay/flow/pay-outcome.js'
export { type PayState, payIdle, type ShownCharge } from './pay/flow/pay-state.js'
export { isOver, unpaidStatus, watchedCharges } from './pay/flow/shown-charge.js'
export { paymentPart } from './pay/loading/payment-part.js'
export { followSessions } from './ramp/engine/session-watch.js'
export { rampOutcome } from './ramp/flow/ramp-outcome.js'
export { type RampState, rampIdle, watchedSessions } from './ramp/flow/ramp-state.js'
