// Everything but payments: for bundlers that load what any part of an entry needs, such as esbuild with splitting.
export type { RampMessageKey } from './messages/ramp-english.js'
export { useCreateRampSession } from './query/use-mutations.js'
export type { FrameMessage, FrameMessageAdapter } from './ramp-flow/frame-message.js'
export type { HeldSession } from './ramp-flow/ramp-session.js'
export type {
  BlockReason,
  FallbackLink,
  PurchaseDetails,
  RampFailure,
  RampFlowStatus,
  RampState,
  RampStepName,
  Way,
} from './ramp-flow/ramp-state.js'
export * as Ramp from './ramp-parts.js'
export type { CheckedDestination } from './ramp-widget/check-destination.js'
export type { Finding } from './ramp-widget/examine-page.js'
export type { FrameAttributes } from './ramp-widget/frame.js'
export type {
  RampClosing,
  RampOptions,
  RampPresentation,
  RampPurchase,
  RampSessionInfo,
  RampStep,
} from './ramp-widget/ramp-options.js'
export { RampWidget } from './ramp-widget/ramp-widget.js'
export type { RampWidgetProps } from './ramp-widget/ramp-widget-props.js'
export type {
  DestinationField,
  DestinationState,
  EmailField,
  RampFields,
} from './ramp-widget/use-ramp-fields.js'
export {
  type RampActions,
  type RampFrameProps,
  type RampHandle,
  type RampLinkProps,
  useRampWidget,
} from './ramp-widget/use-ramp-widget.js'
export * from './shared.js'
