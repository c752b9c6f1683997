import { type Network, type UnixSeconds, unixSeconds } from '@leyden/core'
import { asMsat, type Msat } from '@leyden/core/money'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { bytes, numberOf, readInvoiceFields, type TaggedField, taggedFields } from './invoice-fields.js'
import { badInvoice } from './invoice-problem.js'

/** A decoded BOLT 11 invoice. Hashes, keys and signatures are lower-case hex. */
export interface Invoice {
  /** The invoice itself, lower case. */
  paymentRequest: string
  /** The network that its prefix names. */
  network: Network
  /** Null if the payer may choose the amount. */
  amountMsat: Msat | null
  /** Unix seconds. */
  timestamp: UnixSeconds
  /** Seconds after `timestamp`. @default 3600 */
  expirySeconds: number
  /** Unix seconds. */
  expiresAt: UnixSeconds
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits; the payee uses it to reject probes by others (BOLT 11, field `s`). */
  paymentSecret: string
  /** The payee's own text. Show it as text only. */
  description?: string | undefined
  /** SHA-256 of a longer description. */
  descriptionHash?: string | undefined
  /** Data that the payer's wallet returns with the payment (BOLT 11, field `m`). */
  metadata?: string | undefined
  /**
   * The payee's public key from the invoice's own field `n`. Null without that field: only the signature check recovers
   * the key.
   */
  payee: string | null
  /** Blocks that the last hop needs (`min_final_cltv_expiry_delta`). @default 18 */
  minFinalCltvExpiryDelta: number
  /** Numbers of the feature bits that are set, ascending (BOLT 9). */
  features: number[]
  /** 64 bytes, r and s. */
  signature: string
  /** 0 to 3. */
  recoveryId: number
}

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
  const { network, amountMsat } = parsePrefix(prefix)
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) throw badInvoice('too_short')

  const signed = words.slice(0, -SIGNATURE_WORDS)
  const timestamp = secondsOf(numberOf(signed.slice(0, TIMESTAMP_WORDS)))
  const fields = taggedFields(signed.slice(TIMESTAMP_WORDS))
  const values = readInvoiceFields(fields)
  const invoice = {
    paymentRequest: lower,
    network,
    amountMsat,
    timestamp,
    ...values,
    expiresAt: secondsOf(Math.min(timestamp + values.expirySeconds, MAX_UNIX_SECONDS)),
    ...readSignature(words.slice(-SIGNATURE_WORDS), values.payee !== null),
  }
  return { invoice, fields, signed: { prefix, words: signed } }
}

const secondsOf = (seconds: number) => unixSeconds(new Date(seconds * 1_000))

/** The order of the curve's base point, so the limit of a signature's numbers (SEC 2, secp256k1). */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

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

const NETWORKS: Readonly<Record<string, Network | null>> = {
  __proto__: null,
  bc: 'mainnet',
  tb: 'testnet',
  tbs: 'signet',
  bcrt: 'regtest',
}

// A bitcoin, then units that are each a thousandth of the one before. The last, a picobitcoin, is a tenth of a
// millisatoshi.
const UNITS = ' munp'

const MAX_SUPPLY_MSAT = 2_100_000_000_000_000_000n

/**
 * Reads the human-readable part of an invoice, `ln` + currency + amount (BOLT 11, "Human-Readable Part"). The currency
 * is everything before the first digit, so `lnbcrt` is never read as `lnbc`, nor `lntbs` as `lntb`.
 */
function parsePrefix(prefix: string): Pick<Invoice, 'network' | 'amountMsat'> {
  const [, currency = '', amount = ''] = /^ln([a-z]+)(\d.*)?$/.exec(prefix) ?? []
  const network = NETWORKS[currency]
  if (!network) throw badInvoice('unknown_prefix')
  return { network, amountMsat: amount === '' ? null : parseAmount(amount) }
}

function parseAmount(amount: string): Msat {
  const [, digits, unit = ' '] = /^([1-9]\d*)([munp])?$/.exec(amount) ?? []
  if (!digits) throw badInvoice('amount_malformed')
  const pico = BigInt(digits) * 1000n ** BigInt(4 - UNITS.indexOf(unit))
  if (pico % 10n) throw badInvoice('amount_sub_msat')
  if (pico / 10n > MAX_SUPPLY_MSAT) throw badInvoice('amount_over_supply')
  return asMsat(pico / 10n)
}
