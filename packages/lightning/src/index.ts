/**
 * All readers that work without curve arithmetic. `@leyden/lightning/invoice-signature` has two readers of the same
 * names that also check an invoice's signature.
 */
export * from './bitcoin-address.js'
export * from './invoice.js'
export * from './lightning-address.js'
export * from './pay-request.js'
