// For the embed alone: what goes on once it has removed a widget. It is an entry in this repository, and none of the
// published package.
export { type Watch, watchUntilStopped } from './foundation/page/watch-until-stopped.js'
export { ownPayments } from './pay/flow/pay-outcome.js'
export { isOver, unpaidStatus, watchedCharges } from './pay/flow/shown-charge.js'
export { paymentPart } from './pay/payment-part.js'
export { saveSessions } from './ramp/engine/session-storage.js'
export { reportedRampOutcome } from './ramp/flow/ramp-outcome.js'
export { watchedSessions } from './ramp/flow/ramp-state.js'
