/**
 * All readers that work without curve arithmetic. `@leyden/lightning/invoice-signature` has two readers of the same
 * names that also check an invoice's signature.
 */
export * from './address/bitcoin-address.js'
export * from './address/lightning-address.js'
export * from './address/ramp-event.js'
export * from './invoice/invoice.js'
export * from './lnurl/pay-request.js'
