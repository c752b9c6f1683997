/** The pay flow as values: states, transitions, and the check that every charge has to pass before it is shown. */
export type { ChargeVerdict, CheckChargeOptions } from './check-charge.js'
export { checkCharge, mismatchOfError } from './check-charge.js'
export type {
  AddressProblem,
  ArrivedPayment,
  CheckedCharge,
  Mismatch,
  Order,
  PayEvent,
  PayerDataAsked,
  PayerDataKind,
  PaymentFacts,
  PayState,
  PayStatus,
  Recipient,
  ShownCharge,
} from './pay-flow.js'
export { isDetectable, paymentFacts, payTransition, watchedCharges } from './pay-flow.js'
