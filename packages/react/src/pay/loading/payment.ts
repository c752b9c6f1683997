// What a payment needs after the form: engine, ledger, checks, views, QR encoder, and their messages. Imported by
// `payment-part.ts` alone, so that bundlers make a file of it.

export { payEnglish } from '../../foundation/messages/pay-english.js'
export { createPayEngine } from '../engine/pay-engine.js'
export { walletConnection } from '../engine/wallet-connection.js'
export { ledgerOf } from '../ledger/charge-ledger.js'
export { copyText, textOf } from '../parts/copy-text.js'
export { EndView } from '../parts/end-view.js'
export { InvoiceView } from '../parts/invoice-view.js'
export { PayWarnings } from '../parts/pay-warnings.js'
export { newsOf, titleOf, unmatchedText } from '../texts/charge-texts.js'
