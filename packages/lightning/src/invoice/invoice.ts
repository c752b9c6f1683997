import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { type Invoice, readInvoice } from './invoice-reader.js'

export {
  type InvoiceExpectation,
  type InvoiceMismatch,
  type InvoiceRefusal,
  type InvoiceVerdict,
  invoiceMismatch,
} from './invoice-check.js'
export type { InvoiceProblem } from './invoice-problem.js'
export type { Invoice } from './invoice-reader.js'

/**
 * Reads a BOLT 11 invoice, without a scheme and in one case. Checks everything in BOLT 11 that needs no curve
 * arithmetic: checksum, prefix, amount, fields, features, and the range of the signature's numbers.
 * `decodeSignedInvoice` checks the signature too.
 *
 * @example
 * const { amountMsat, expiresAt } = decodeInvoice(charge.invoice.request)
 * @throws LeydenError `BAD_INVOICE`, its `reason` an {@link InvoiceProblem}.
 */
export function decodeInvoice(paymentRequest: string): Invoice {
  return readInvoice(paymentRequest).invoice
}

/**
 * Checks an invoice before it is shown: it must be readable, of the right network, for exactly the requested amount
 * (LUD-06, step 7), and not expired. Refuses an invoice without an amount, because the payer would have to guess. Never
 * throws.
 *
 * @example
 * const verdict = checkInvoice(charge.invoice.request, {
 *   amountMsat: 2_100_000n,
 *   network: 'mainnet',
 *   now: unixSeconds(new Date()),
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

/** Longer than any text that a wallet copies with a preimage. */
const MAX_PROOF_CHARACTERS = 4_000

/**
 * Finds the preimage of a payment hash in a text that a wallet shows or copies: upper or lower case, with spaces,
 * dashes or line breaks in it, and with words, the payment hash or other hex around it.
 *
 * @returns the preimage, 64 lower-case hex digits; null if the text has none.
 */
export function findPreimage(text: string, paymentHashHex: string): string | null {
  const letters = text
    .slice(0, MAX_PROOF_CHARACTERS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
  // Words may end in hex letters, so every position in a run of hex may be the start.
  for (const [run] of letters.matchAll(/[0-9a-f]{64,}/g))
    for (let start = 0; start + 64 <= run.length; start++) {
      const candidate = run.slice(start, start + 64)
      if (checkPreimage(candidate, paymentHashHex)) return candidate
    }
  return null
}
