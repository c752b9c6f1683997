// Everything but payments: for bundlers that load what any part of an entry needs, such as esbuild with splitting.
export type { RampMessageKey } from './foundation/messages/ramp-english.js'
export type { Finding } from './ramp/engine/check-environment.js'
export type { FrameAttributes } from './ramp/engine/frame.js'
export type { CheckedDestination } from './ramp/fields/check-destination.js'
export type {
  DestinationField,
  DestinationState,
  EmailField,
  RampFields,
} from './ramp/fields/use-ramp-fields.js'
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
  RampStep,
} from './ramp/ramp-callbacks.js'
export type { RampOptions, RampPresentation } from './ramp/ramp-options.js'
export { RampWidget } from './ramp/ramp-widget.js'
export type { RampWidgetProps } from './ramp/ramp-widget-props.js'
export { useCreateRampSession } from './ramp/use-create-ramp-session.js'
export {
  type RampActions,
  type RampFrameProps,
  type RampHandle,
  type RampLinkProps,
  type RampView,
  useRampWidget,
} from './ramp/use-ramp-widget.js'
export * as Ramp from './ramp-parts.js'
export * from './shared.js'
