import { tryOrUndefined } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { chosenCurve } from './curve.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { packWords } from './invoice-fields.js'
import { badInvoice } from './invoice-problem.js'
import { type Invoice, type ReadInvoice, readInvoice } from './invoice-reader.js'
import { type InvoiceRoutes, readRoutes } from './invoice-routes.js'

export type { RouteHint } from './invoice-routes.js'

/** An invoice with a checked signature, and so with a known payee. */
export interface SignedInvoice extends Invoice, InvoiceRoutes {
  /** The public key that signed the invoice, in hex. */
  payee: string
}

/**
 * Checks that the payee signed the invoice (BOLT 11): by the key in field `n` if there is one (low-S only), else by any
 * key that can be recovered from the signature.
 *
 * Without a payee field this proves neither who made the invoice nor that its amount is unchanged: with another amount,
 * another key is recovered. So compare the exact amount with `checkInvoice`.
 */
export function verifyInvoiceSignature({ paymentRequest }: Invoice): boolean {
  return tryOrUndefined(() => decodeSignedInvoice(paymentRequest)) !== undefined
}

/**
 * Reads a BOLT 11 invoice and checks all rules of the specification, including the signature, so the payee is always
 * known. Takes a few milliseconds of processor time, or a quarter of one on Node with the optional dependency
 * `tiny-secp256k1`.
 *
 * @throws LeydenError `BAD_INVOICE`, its `reason` an `InvoiceProblem`.
 */
export function decodeSignedInvoice(paymentRequest: string): SignedInvoice {
  const { invoice, fields, signed } = readInvoice(paymentRequest)
  const payee = payeeOf(invoice, signed)
  if (payee === null) throw badInvoice('signature_invalid')
  return { ...invoice, payee, ...readRoutes(fields, invoice.network) }
}

/**
 * Like `checkInvoice`, and checks the signature too, for servers. Never throws.
 *
 * @example
 * const verdict = checkSignedInvoice(text, { amountMsat: 2_100_000n, network: 'mainnet', now: 1_760_000_000 })
 * if (!verdict.ok) throw new Error(verdict.reason)
 */
export function checkSignedInvoice(
  paymentRequest: string,
  expectation: InvoiceExpectation,
): InvoiceVerdict<SignedInvoice> {
  return checkDecoded(decodeSignedInvoice, paymentRequest, expectation)
}

function payeeOf(
  { payee, signature, recoveryId }: Invoice,
  { prefix, words }: ReadInvoice['signed'],
): string | null {
  const hash = sha256(concatBytes(utf8ToBytes(prefix), packWords(words)))
  const compact = hexToBytes(signature)
  if (payee !== null) return chosenCurve().verify(compact, hash, hexToBytes(payee)) ? payee : null
  const recovered = chosenCurve().recover(compact, recoveryId, hash)
  return recovered && bytesToHex(recovered)
}
