/** The parts of the widgets that know nothing of React. */
export {
  type ChargeLedger,
  type LedgerPayment,
  type LedgerPlace,
  ledgerOf,
  type NewCharge,
} from './ledger/charge-ledger.js'
export * from './pay-flow/index.js'
export * from './ramp-flow/index.js'
