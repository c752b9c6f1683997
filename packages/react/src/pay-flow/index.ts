/**
 * The pay flow as values: states, transitions, and the check that every charge has to pass before it is shown.
 * Without React, DOM, clock or I/O.
 */
export { type ChargeVerdict, type CheckChargeOptions, checkCharge, mismatchOfError } from './check-charge.js'
export { endedPayStates, type PayEnding, payEnding } from './pay-ending.js'
export { payTransition } from './pay-flow.js'
export {
  type AddressProblem,
  type AmountUnit,
  type ArrivedPayment,
  type CheckedCharge,
  type Mismatch,
  type Order,
  type PayEvent,
  type PayEvents,
  type PayerDataAsked,
  type PayerDataKind,
  type PaymentFacts,
  type PayStages,
  type PayState,
  type PayStatus,
  type Price,
  payIdle,
  type Recipient,
  type ShownCharge,
} from './pay-state.js'
export { isDetectable, paymentFacts, unclearCharge, watchedCharges } from './shown-charge.js'
