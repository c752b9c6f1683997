import { attempt } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { curve } from './curve.js'
import type { Invoice } from './decoded-invoice.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { badInvoice } from './invoice-problem.js'
import { type ReadInvoice, readInvoice } from './invoice-reader.js'
import { type InvoiceRoutes, readRoutes } from './invoice-routes.js'

export type { RouteHint } from './invoice-routes.js'

/** An invoice whose signature was checked, so that its payee is known. */
export interface SignedInvoice extends Invoice, InvoiceRoutes {
  /** The public key that signed the invoice, in hex. */
  payee: string
}

/**
 * Whether the signature of an invoice is its payee's (BOLT 11): of the key in field `n`, where there is one
 * (low-S only), else of any key at all that can be recovered from it.
 *
 * Without a payee field this proves nothing about who made the invoice, nor that its amount is unchanged:
 * another amount merely yields another key. The exact amount is what has to be compared, by `checkInvoice`.
 */
export function verifyInvoiceSignature({ paymentRequest }: Invoice): boolean {
  return attempt(() => decodeInvoice(paymentRequest)) !== undefined
}

/**
 * Reads a BOLT 11 invoice and refuses everything that the specification refuses, the signature included; the
 * payee is always known. Costs a few milliseconds of processor time; a quarter of one on Node, where the optional
 * dependency `tiny-secp256k1` is installed.
 *
 * @throws LeydenError `BAD_INVOICE`, its `reason` an `InvoiceProblem`.
 */
export function decodeInvoice(paymentRequest: string): SignedInvoice {
  const { invoice, fields, signed } = readInvoice(paymentRequest)
  const payee = payeeOf(invoice, signed)
  if (payee === null) throw badInvoice('signature_invalid')
  return { ...invoice, payee, ...readRoutes(fields, invoice.network) }
}

/**
 * `checkInvoice` of `@leyden/lightning/invoice` with the signature checked too: what a server does. Never throws.
 *
 * @example
 * const verdict = checkInvoice(text, { amountMsat: 2_100_000n, network: 'mainnet', now: 1_760_000_000 })
 * if (!verdict.ok) throw new Error(verdict.reason)
 */
export function checkInvoice(
  paymentRequest: string,
  expectation: InvoiceExpectation,
): InvoiceVerdict<SignedInvoice> {
  return checkDecoded(decodeInvoice, paymentRequest, expectation)
}

function payeeOf(
  { payee, signature, recoveryId }: Invoice,
  { prefix, words }: ReadInvoice['signed'],
): string | null {
  // The data as bytes, the last one filled up with zeros.
  const filled = [...words, ...Array<number>((8 - (words.length % 8)) % 8).fill(0)]
  const data = bech32.fromWords(filled).subarray(0, Math.ceil((words.length * 5) / 8))
  const hash = sha256(concatBytes(utf8ToBytes(prefix), data))
  const compact = hexToBytes(signature)
  if (payee !== null) return curve.verify(compact, hash, hexToBytes(payee)) ? payee : null
  const recovered = curve.recover(compact, recoveryId, hash)
  return recovered && bytesToHex(recovered)
}
