import { tryOrUndefined } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { chosenCurve } from './curve.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { packWords } from './invoice-fields.js'
import { badInvoice } from './invoice-problem.js'
import { CURVE_ORDER, type Invoice, type ReadInvoice, readInvoice } from './invoice-reader.js'
import { type InvoiceRoutes, readRoutes } from './invoice-routes.js'

export type { RouteHint } from './invoice-routes.js'

/** An invoice with a checked signature. */
export interface SignedInvoice extends Invoice, InvoiceRoutes {}

/**
 * Checks that the payee signed the invoice (BOLT 11): by the key in field `n` if there is one (low-S only), else that
 * the signature is one from which a key can be recovered.
 *
 * Without a payee field this proves neither who made the invoice nor that its amount is unchanged: with another amount,
 * another key is recovered. So compare the exact amount with `checkInvoice`.
 */
export function verifyInvoiceSignature({ paymentRequest }: Invoice): boolean {
  return tryOrUndefined(() => readSigned(paymentRequest)) !== undefined
}

/**
 * Reads a BOLT 11 invoice and checks all rules of the specification, including the signature, so the payee is always
 * known. Takes a few milliseconds of processor time, or a quarter of one on Node with the optional dependency
 * `tiny-secp256k1`.
 *
 * @returns `payee` is the public key that signed the invoice, in hex.
 * @throws LeydenError `BAD_INVOICE`, its `reason` an `InvoiceProblem`.
 */
export function decodeSignedInvoice(paymentRequest: string): SignedInvoice & {
  /** The public key that signed the invoice, in hex. */
  payee: string
} {
  const read = readSigned(paymentRequest)
  const payee = read.invoice.payee ?? recoveredPayee(read)
  if (payee === null) throw badInvoice('signature_invalid')
  return { ...signedInvoice(read), payee }
}

/**
 * Like `checkInvoice`, and checks the signature too, for servers. Does not recover the payee, which takes most of the
 * time of {@link decodeSignedInvoice}: `payee` is null for an invoice without field `n`. Never throws.
 *
 * @example
 * const verdict = checkSignedInvoice(text, { amountMsat: 2_100_000n, network: 'mainnet', now: 1_760_000_000 })
 * if (!verdict.ok) throw new Error(verdict.reason)
 */
export function checkSignedInvoice(
  paymentRequest: string,
  expectation: InvoiceExpectation,
): InvoiceVerdict<SignedInvoice> {
  return checkDecoded((text) => signedInvoice(readSigned(text)), paymentRequest, expectation)
}

/** @throws LeydenError `BAD_INVOICE`, also if nobody can have made the signature. */
function readSigned(paymentRequest: string): ReadInvoice {
  const read = readInvoice(paymentRequest)
  if (!isSigned(read)) throw badInvoice('signature_invalid')
  return read
}

const signedInvoice = ({ invoice, fields }: ReadInvoice): SignedInvoice => ({
  ...invoice,
  ...readRoutes(fields, invoice.network),
})

function isSigned(read: ReadInvoice): boolean {
  const { payee, signature } = read.invoice
  return payee === null
    ? hasKey(read.invoice)
    : chosenCurve().verify(hexToBytes(signature), signedHash(read), hexToBytes(payee))
}

/** The prime of the field over which the curve is defined (SEC 2, secp256k1). */
const FIELD = 2n ** 256n - 2n ** 32n - 977n

/**
 * Whether a key can be recovered from a signature: its r, or with the recovery ids 2 and 3 r and the order of the curve,
 * is the x coordinate of a point (SEC 1, 4.1.6). One point in 2^256 is the exception: that of a signature that was made
 * for a key at infinity, which the recovery itself refuses.
 */
function hasKey({ signature, recoveryId }: Pick<Invoice, 'signature' | 'recoveryId'>): boolean {
  const r = BigInt(`0x${signature.slice(0, 64)}`)
  const x = recoveryId < 2 ? r : r + CURVE_ORDER
  return x < FIELD && chosenCurve().isPoint(hexToBytes(`02${x.toString(16).padStart(64, '0')}`))
}

function recoveredPayee(read: ReadInvoice): string | null {
  const { signature, recoveryId } = read.invoice
  const recovered = chosenCurve().recover(hexToBytes(signature), recoveryId, signedHash(read))
  return recovered && bytesToHex(recovered)
}

const signedHash = ({ signed: { prefix, words } }: ReadInvoice): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(prefix), packWords(words)))
