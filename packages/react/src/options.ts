// For the embed alone: the options, callbacks and outcomes of the widgets, without React. It is an entry in this
// repository, and none of the published package.

export type { Message } from './foundation/messages/message.js'
export type { Messages } from './foundation/messages/messages.js'
export { isOfOthers, mayMean } from './foundation/options/attribute-name.js'
export { nameJudge } from './foundation/options/name-judge.js'
export {
  type AttributeOf,
  type AttributeType,
  elementOf,
  isRight,
  mustBe,
  type OptionRule,
  type Shape,
} from './foundation/options/option-rule.js'
export type { JudgeName } from './foundation/options/unknown-name.js'
export { isOnline, subscribeOnline } from './foundation/page/online.js'
export { whenIdle, whenLoaded } from './foundation/page/when-idle.js'
export type { ConnectWallet, WalletConnector } from './foundation/provider/connect-wallet.js'
export {
  isRampPage,
  isSandbox,
  type ProviderOptions,
  providerOptions,
} from './foundation/provider/provider-options.js'
export type { CallbackRow, CallbackTable, ElementEventOf } from './foundation/reports/callback-table.js'
export {
  errorOutcome,
  isFinalOutcome,
  type Outcome,
  type OutcomeStatus,
  type PayOutcome,
  paidOutcome,
  type RampOutcome,
  type UnavailableReason,
  type WidgetOutcomes,
} from './foundation/reports/widget-outcome.js'
export type { ColorScheme, Theme } from './foundation/theme/theme.js'
export type { WalletConnection } from './pay/engine/wallet-connection.js'
export type { Fiat } from './pay/fields/fiat.js'
export type { CheckedCharge, PayStatus } from './pay/flow/pay-state.js'
export { type PayCallbacks, type Payment, payCallbacks } from './pay/pay-callbacks.js'
export { type PayOptions, payOptions } from './pay/pay-options.js'
export type { Wallet } from './pay/wallets/known-wallets.js'
export type { Finding } from './ramp/engine/check-environment.js'
export type { FrameMessage, FrameMessageAdapter } from './ramp/flow/frame-message.js'
export type { BlockReason, RampFlowStatus } from './ramp/flow/ramp-state.js'
export {
  type RampCallbacks,
  type RampClosing,
  type RampPurchase,
  type RampSessionInfo,
  rampCallbacks,
} from './ramp/ramp-callbacks.js'
export { type RampOptions, type RampPresentation, rampOptions } from './ramp/ramp-options.js'
