import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfWords, decodeBech32 } from './bech32.js'
import { fromHex, toHex, utf8 } from './bytes.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { bytes, readInvoiceFields } from './invoice-fields.js'
import { parseInvoicePrefix } from './invoice-prefix.js'
import { badInvoice } from './invoice-problem.js'
import type { RouteHint } from './invoice-route-hint.js'
import type { Network } from './wire.js'

export type { InvoiceExpectation, InvoiceRefusal, InvoiceVerdict } from './invoice-check.js'
export type { InvoiceProblem } from './invoice-problem.js'
export type { RouteHint } from './invoice-route-hint.js'

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
  description?: string
  /** SHA-256 of a longer description. */
  descriptionHash?: string
  /** What the payer's wallet hands back with the payment. */
  metadata?: string
  /** The payee's public key: from the invoice's own field here, or null, since only the signature could tell. */
  payee: string | null
  minFinalCltvExpiryDelta: number
  /** Numbers of the feature bits that are set, ascending (BOLT 9). */
  features: number[]
  fallbackAddresses: string[]
  routeHints: RouteHint[][]
  /** 64 bytes, r and s. */
  signature: string
  /** 0 to 3. */
  recoveryId: number
  /** SHA-256 of what the signature signs. */
  signedHash: string
}

// What fits into a QR code in upper case; longer ones cannot be shown, and real ones have a few hundred.
const MAX_CHARACTERS = 7089
const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
// The last second that a Date can hold.
const MAX_UNIX_SECONDS = 8_640_000_000_000

/**
 * Reads a BOLT 11 invoice, bare and in one case, and refuses whatever BOLT 11 lets a payer refuse without
 * curve arithmetic: checksum, prefix, amount, fields, features, and the range of the signature's numbers. That
 * the signature is the payee's is for `decodeInvoice` of `@leyden/core/invoice-signature` to check.
 *
 * @example
 * const { amountMsat, expiresAt } = decodeInvoice(charge.invoice.request)
 * @throws LeydenError `BAD_INVOICE`, its `reason` an {@link InvoiceProblem}.
 */
export function decodeInvoice(paymentRequest: string): Invoice {
  const { prefix, words } = readBech32(paymentRequest)
  const { network, amountMsat } = parseInvoicePrefix(prefix)
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) throw badInvoice('too_short')

  const signed = words.slice(0, -SIGNATURE_WORDS)
  const timestamp = signed.slice(0, TIMESTAMP_WORDS).reduce((value, word) => value * 32 + word, 0)
  const fields = readInvoiceFields(signed.slice(TIMESTAMP_WORDS), network)
  const signature = readSignature(words.slice(-SIGNATURE_WORDS), fields.payee !== null)
  return {
    paymentRequest: paymentRequest.toLowerCase(),
    network,
    amountMsat,
    timestamp,
    ...fields,
    expiresAt: Math.min(timestamp + fields.expirySeconds, MAX_UNIX_SECONDS),
    ...signature,
    signedHash: hashToSign(prefix, signed),
  }
}

function readBech32(text: string): { prefix: string; words: number[] } {
  // Untyped callers hand in what a reply lacks.
  if (typeof text !== 'string' || text === '') throw badInvoice('empty')
  if (text.length > MAX_CHARACTERS) throw badInvoice('too_long')
  const decoded = decodeBech32(text, 'bech32')
  if (typeof decoded === 'string') throw badInvoice(decoded)
  return decoded
}

// The signature covers the prefix and the data as bytes, the last byte filled up with zeros.
function hashToSign(prefix: string, words: readonly number[]): string {
  const filled = [...words, ...Array<number>((8 - (words.length % 8)) % 8).fill(0)]
  const data = bytesOfWords(filled)?.subarray(0, Math.ceil((words.length * 5) / 8)) ?? []
  return toHex(sha256(Uint8Array.of(...utf8(prefix), ...data)))
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function readSignature(
  words: readonly number[],
  hasPayee: boolean,
): Pick<Invoice, 'signature' | 'recoveryId'> {
  const all = bytes(words)
  const recoveryId = all[64] ?? 0
  const signature = toHex(all.subarray(0, 64))
  const r = BigInt(`0x${signature.slice(0, 64)}`)
  const s = BigInt(`0x${signature.slice(64)}`)
  if (recoveryId > 3 || r === 0n || r >= CURVE_ORDER || s === 0n || s >= CURVE_ORDER)
    throw badInvoice('signature_malformed')
  // With a payee named, two signatures would fit; BOLT 11 has the lower one count and no other.
  if (hasPayee && s > CURVE_ORDER / 2n) throw badInvoice('signature_malformed')
  return { signature, recoveryId }
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
  if (!/^[0-9a-f]{64}$/iu.test(preimageHex)) return false
  return toHex(sha256(fromHex(preimageHex))) === paymentHashHex.toLowerCase()
}
