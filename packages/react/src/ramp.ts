// The root without payments, for bundlers that make a file of each dynamic import of an entry, also of an unused one.
export type { RampMessageKey } from './foundation/messages/ramp-english.js'
export type { FrameMessage, FrameMessageAdapter } from './ramp/flow/frame-message.js'
export type { CheckedSession } from './ramp/flow/ramp-session.js'
export type {
  BlockReason,
  FallbackLink,
  Presentation,
  PurchaseDetails,
  RampFailure,
  RampFlowStatus,
  RampState,
  RampStepName,
} from './ramp/flow/ramp-state.js'
export type {
  RampCallbacks,
  RampClosing,
  RampPurchase,
  RampSessionInfo,
} from './ramp/ramp-callbacks.js'
export type { RampOptions, RampPresentation } from './ramp/ramp-options.js'
export { RampWidget } from './ramp/ramp-widget.js'
export type { RampWidgetProps } from './ramp/ramp-widget-props.js'
export * from './shared.js'
