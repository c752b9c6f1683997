import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import { bech32 } from '@scure/base'
import type { Invoice } from './decoded-invoice.js'
import { checkDecoded, type InvoiceExpectation, type InvoiceVerdict } from './invoice-check.js'
import { badInvoice } from './invoice-problem.js'
import { readInvoice, SIGNATURE_WORDS } from './invoice-reader.js'
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
export function verifyInvoiceSignature(invoice: Invoice): boolean {
  return payeeOf(invoice) !== null
}

/**
 * Reads a BOLT 11 invoice and refuses everything that the specification refuses, the signature included; the
 * payee is always known. Costs a few milliseconds of processor time.
 *
 * @throws LeydenError `BAD_INVOICE`, its `reason` an `InvoiceProblem`.
 */
export function decodeInvoice(paymentRequest: string): SignedInvoice {
  const { invoice, fields } = readInvoice(paymentRequest)
  const payee = payeeOf(invoice)
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

function payeeOf({ paymentRequest, payee, signature, recoveryId }: Invoice): string | null {
  try {
    const compact = hexToBytes(signature)
    const hash = signedHash(paymentRequest)
    if (payee !== null) {
      const valid = secp256k1.verify(compact, hash, hexToBytes(payee), { prehash: false, lowS: true })
      return valid ? payee : null
    }
    const recoverable = Uint8Array.of(recoveryId, ...compact)
    return bytesToHex(secp256k1.recoverPublicKey(recoverable, hash, { prehash: false }))
  } catch {
    // The library throws for points that are not on the curve.
    return null
  }
}

/** The signature covers the prefix and the data as bytes, the last byte filled up with zeros. */
function signedHash(paymentRequest: string): Uint8Array {
  const { prefix, words } = bech32.decode(paymentRequest as `${string}1${string}`, false)
  const signed = words.slice(0, -SIGNATURE_WORDS)
  const filled = [...signed, ...Array<number>((8 - (signed.length % 8)) % 8).fill(0)]
  const data = bech32.fromWords(filled).subarray(0, Math.ceil((signed.length * 5) / 8))
  return sha256(concatBytes(utf8ToBytes(prefix), data))
}
