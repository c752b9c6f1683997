/**
 * The ramp flow as a value: from a session to bought bitcoin, without React, DOM, clock or I/O.
 *
 * ```ts
 * import { rampIdle, rampTransition } from '@leyden/react/flows'
 * const state = rampTransition(rampIdle, { type: 'requested', attempt: 1, way: 'frame' })
 * ```
 */
export {
  type FrameMessage,
  type FrameMessageAdapter,
  type FrameMessages,
  readFrameMessage,
} from './frame-message.js'
export { endedRampStates, type RampEnding, rampEnding, reportedRampEndings } from './ramp-ending.js'
export { rampTransition } from './ramp-flow.js'
export {
  type HeldSession,
  holdRampSession,
} from './ramp-session.js'
export {
  type BlockReason,
  type FallbackLink,
  type FallbackLinks,
  type PurchaseDetails,
  type RampEvent,
  type RampEvents,
  type RampFailure,
  type RampFailures,
  type RampFlowStatus,
  type RampState,
  type RampStates,
  type RampStepName,
  rampIdle,
  sessionOf,
  type Way,
  watchedSessions,
} from './ramp-state.js'
export { type FramePlan, frameOf, isTest, isUnderWay } from './ramp-view.js'
