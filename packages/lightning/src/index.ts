/**
 * Every reader. Those that check an invoice's signature (`checkSignedInvoice`, `decodeSignedInvoice`,
 * `verifyInvoiceSignature`, `parseCallbackResponse`) need the arithmetic of the curve, which a bundler leaves out of a
 * page that uses none of them.
 */
export * from './address/bitcoin-address.js'
export * from './address/lightning-address.js'
export * from './address/ramp-event.js'
export * from './invoice/invoice.js'
export * from './invoice/invoice-signature.js'
export * from './lnurl/pay-request.js'
