/**
 * The parts of the widgets that do not depend on React.
 *
 * ```ts
 * import { rampIdle, rampTransition } from '@leyden/react/flows'
 * const state = rampTransition(rampIdle, { type: 'requested', attempt: 1, presentation: 'frame' })
 * ```
 */

export type {
  AddressProblem,
  AddressProblemReason,
  PayerDataAsked,
  PayerDataKind,
  ProviderWords,
  Recipient,
} from './address/recipient.js'
export type { StateFields } from './foundation/page/state-fields.js'
export { type Watch, watchUntilStopped } from './foundation/page/watch-until-stopped.js'
export type {
  Outcome,
  OutcomeStatus,
  PayOutcome,
  RampOutcome,
  WidgetOutcomes,
} from './foundation/page/widget-outcome.js'
export { createPayEngine, type PayEngine } from './pay/engine/pay-engine.js'
export {
  type CheckChargeOptions,
  checkCharge,
  mismatchOfError,
  withPrice,
} from './pay/flow/check-charge.js'
export { payTransition } from './pay/flow/pay-flow.js'
export { ownPayments, payError, payOutcome } from './pay/flow/pay-outcome.js'
export {
  type AmountUnit,
  type ArrivedPayment,
  type ChargePhase,
  type ChargeTerms,
  type CheckedCharge,
  type Mismatch,
  type PayEvent,
  type PayEvents,
  type PaymentDetails,
  type PaymentFacts,
  type PayStages,
  type PayState,
  type PayStatus,
  type Price,
  type ProvenPayment,
  payIdle,
  payStateFields,
  type ReportedPayment,
  type ShownCharge,
} from './pay/flow/pay-state.js'
export {
  isDetectable,
  isOver,
  isPayable,
  paymentFacts,
  unclearCharge,
  unpaidStatus,
  watchedCharges,
} from './pay/flow/shown-charge.js'
export {
  type ChargeLedger,
  type LedgerPayment,
  type LedgerSubscription,
  ledgerOf,
} from './pay/ledger/charge-ledger.js'
export type { NewCharge } from './pay/ledger/ledger-storage.js'
export type { PaySettings } from './pay/pay-settings.js'
/** @internal */
export { paymentPart } from './pay/payment-part.js'
export { createRampEngine, type RampEngine } from './ramp/engine/ramp-engine.js'
export { saveSessions } from './ramp/engine/session-storage.js'
export {
  type FrameMessage,
  type FrameMessageAdapter,
  type FrameMessages,
  readFrameMessage,
} from './ramp/flow/frame-message.js'
export { rampTransition } from './ramp/flow/ramp-flow.js'
export { rampError, rampOutcome, reportedRampOutcome } from './ramp/flow/ramp-outcome.js'
export {
  type CheckedSession,
  checkRampSession,
} from './ramp/flow/ramp-session.js'
export {
  type BlockReason,
  type FallbackLink,
  type FallbackLinks,
  type Presentation,
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
  rampStateFields,
  sessionOf,
  watchedSessions,
} from './ramp/flow/ramp-state.js'
export { type FramePlan, frameOf, isTest, isUnderWay } from './ramp/flow/ramp-view.js'
export type { RampSettings } from './ramp/ramp-settings.js'
