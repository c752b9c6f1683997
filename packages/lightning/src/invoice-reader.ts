import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import type { Invoice } from './decoded-invoice.js'
import { bytes, numberOf, readInvoiceFields, type TaggedField, taggedFields } from './invoice-fields.js'
import { parseInvoicePrefix } from './invoice-prefix.js'
import { badInvoice } from './invoice-problem.js'

// The capacity of a QR code in upper case. Longer invoices cannot be shown; real ones have a few hundred characters.
const MAX_CHARACTERS = 7089
const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
// The last second that a Date can hold.
const MAX_UNIX_SECONDS = 8_640_000_000_000

/** An invoice that passed every check that needs no curve arithmetic. */
export interface ReadInvoice {
  invoice: Invoice
  /** The fields in their order in the invoice. */
  fields: TaggedField[]
  /** The signed part: the prefix, and the words of the data before the signature. */
  signed: { prefix: string; words: readonly number[] }
}

/** @throws LeydenError `BAD_INVOICE`. */
export function readInvoice(paymentRequest: string): ReadInvoice {
  // Callers in plain JavaScript may pass undefined, for a field that a reply lacks.
  if (typeof paymentRequest !== 'string' || paymentRequest === '') throw badInvoice('empty')
  if (paymentRequest.length > MAX_CHARACTERS) throw badInvoice('too_long')
  // Before any folding: U+212A KELVIN SIGN has a lower-case k.
  if (!/^[\x21-\x7e]*$/.test(paymentRequest)) throw badInvoice('charset')
  const lower = paymentRequest.toLowerCase()
  if (paymentRequest !== lower && paymentRequest !== paymentRequest.toUpperCase())
    throw badInvoice('mixed_case')
  const decoded = bech32.decodeUnsafe(lower, false)
  if (!decoded) throw badInvoice('checksum')
  const { prefix, words } = decoded
  const { network, amountMsat } = parseInvoicePrefix(prefix)
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) throw badInvoice('too_short')

  const signed = words.slice(0, -SIGNATURE_WORDS)
  const timestamp = numberOf(signed.slice(0, TIMESTAMP_WORDS))
  const fields = taggedFields(signed.slice(TIMESTAMP_WORDS))
  const values = readInvoiceFields(fields)
  const invoice = {
    paymentRequest: lower,
    network,
    amountMsat,
    timestamp,
    ...values,
    expiresAt: Math.min(timestamp + values.expirySeconds, MAX_UNIX_SECONDS),
    ...readSignature(words.slice(-SIGNATURE_WORDS), values.payee !== null),
  }
  return { invoice, fields, signed: { prefix, words: signed } }
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function readSignature(
  words: readonly number[],
  hasPayee: boolean,
): Pick<Invoice, 'signature' | 'recoveryId'> {
  const all = bytes(words)
  const recoveryId = all[64] ?? 0
  const signature = bytesToHex(all.subarray(0, 64))
  const r = BigInt(`0x${signature.slice(0, 64)}`)
  const s = BigInt(`0x${signature.slice(64)}`)
  if (recoveryId > 3 || r === 0n || r >= CURVE_ORDER || s === 0n || s >= CURVE_ORDER)
    throw badInvoice('signature_malformed')
  // With a payee field two signatures would be valid; BOLT 11 accepts only the lower one.
  if (hasPayee && s > CURVE_ORDER / 2n) throw badInvoice('signature_malformed')
  return { signature, recoveryId }
}
