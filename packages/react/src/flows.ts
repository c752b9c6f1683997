/**
 * The widgets without React: the flow of each as a pure function, and the engine that runs it.
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
export type {
  Outcome,
  OutcomeStatus,
  PayOutcome,
  RampOutcome,
  WidgetOutcomes,
} from './foundation/page/widget-outcome.js'
export { createPayEngine, type PayEngine } from './pay/engine/pay-engine.js'
export { type CheckChargeOptions, checkCharge } from './pay/flow/check-charge.js'
export { payTransition } from './pay/flow/pay-flow.js'
export { payOutcome } from './pay/flow/pay-outcome.js'
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
  type ReportedPayment,
  type ShownCharge,
} from './pay/flow/pay-state.js'
export {
  type ChargeLedger,
  type LedgerPayment,
  type LedgerSubscription,
  ledgerOf,
} from './pay/ledger/charge-ledger.js'
export type { NewCharge } from './pay/ledger/ledger-storage.js'
export type { PaySettings } from './pay/pay-settings.js'
export { createRampEngine, type RampEngine } from './ramp/engine/ramp-engine.js'
export { rampTransition } from './ramp/flow/ramp-flow.js'
export { rampOutcome } from './ramp/flow/ramp-outcome.js'
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
} from './ramp/flow/ramp-state.js'
export type { RampSettings } from './ramp/ramp-settings.js'
