import type { Network } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { readInvoice } from './invoice-reader.js'

export type { InvoiceExpectation, InvoiceRefusal, InvoiceVerdict } from './invoice-check.js'
export type { InvoiceProblem } from './invoice-problem.js'

/** A decoded BOLT 11 invoice. Hashes, keys and signatures are lower-case hex. */
export interface Invoice {
  /** The invoice itself, lower case. */
  paymentRequest: string
  network: Network
  /** Null where the payer may choose the amount. */
  amountMsat: bigint | null
  /** Unix seconds. */
  timestamp: number
  /** Seconds after `timestamp`; 3600 where the invoice does not say. */
  expirySeconds: number
  /** Unix seconds. */
  expiresAt: number
  paymentHash: string
  paymentSecret: string
  /** Text by the payee, to be shown as text only. */
  description?: string | undefined
  /** SHA-256 of a longer description. */
  descriptionHash?: string | undefined
  /** What the payer's wallet hands back with the payment. */
  metadata?: string | undefined
  /** The payee's public key: from the invoice's own field here, or null, since only the signature could tell. */
  payee: string | null
  minFinalCltvExpiryDelta: number
  /** Numbers of the feature bits that are set, ascending (BOLT 9). */
  features: number[]
  /** 64 bytes, r and s. */
  signature: string
  /** 0 to 3. */
  recoveryId: number
}

/**
 * Reads a BOLT 11 invoice, bare and in one case, and refuses whatever BOLT 11 lets a payer refuse without
 * curve arithmetic: checksum, prefix, amount, fields, features, and the range of the signature's numbers. That
 * the signature is the payee's is for `decodeInvoice` of `@leyden/lightning/invoice-signature` to check.
 *
 * @example
 * const { amountMsat, expiresAt } = decodeInvoice(charge.invoice.request)
 * @throws LeydenError `BAD_INVOICE`, its `reason` an {@link InvoiceProblem}.
 */
export function decodeInvoice(paymentRequest: string): Invoice {
  return readInvoice(paymentRequest).invoice
}

/**
 * The check between an answer and a QR code: a readable invoice of the right network over exactly the amount
 * that was asked for (LUD-06, step 7), that has not ended. An invoice without an amount is refused: the payer
 * would have to guess. Never throws.
 *
 * @example
 * const verdict = checkInvoice(charge.invoice.request, {
 *   amountMsat: 2_100_000n,
 *   network: 'mainnet',
 *   now: Math.floor(Date.now() / 1000),
 * })
 * if (verdict.ok) show(verdict.invoice.paymentRequest)
 */
export function checkInvoice(paymentRequest: string, expectation: InvoiceExpectation): InvoiceVerdict {
  return checkDecoded(decodeInvoice, paymentRequest, expectation)
}

/**
 * Whether a preimage proves the payment of an invoice: 32 bytes whose SHA-256 is the payment hash (BOLT 11).
 * Hex in either case; anything else is `false`.
 */
export function checkPreimage(preimageHex: string, paymentHashHex: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(preimageHex)) return false
  return bytesToHex(sha256(hexToBytes(preimageHex))) === paymentHashHex.toLowerCase()
}
