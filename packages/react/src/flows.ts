/** The parts of the widgets that do not depend on React. */
export {
  type ChargeLedger,
  type LedgerPayment,
  type LedgerPlace,
  ledgerOf,
  type NewCharge,
} from './ledger/charge-ledger.js'
export * from './pay-flow/index.js'
export { createPayEngine, type PayEngine } from './pay-to-lightning-address/pay-engine.js'
export type { PaySettings } from './pay-to-lightning-address/pay-options.js'
export * from './ramp-flow/index.js'
export { createRampEngine, type RampEngine } from './ramp-widget/ramp-engine.js'
export type { RampSettings } from './ramp-widget/ramp-options.js'
export { saveSessions } from './ramp-widget/session-storage.js'
