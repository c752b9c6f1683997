/**
 * Every reader that needs no curve arithmetic. `@leyden/lightning/invoice-signature` has the two that check an
 * invoice's signature besides, under the names of those here that do not.
 */
export * from './bitcoin-address.js'
export * from './invoice.js'
export * from './lightning-address.js'
export * from './pay-request.js'
