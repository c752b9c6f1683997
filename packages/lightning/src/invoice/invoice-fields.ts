import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { isWitnessProgram } from '../address/address-encoding.js'
import { badInvoice } from './invoice-problem.js'

const DEFAULT_EXPIRY_SECONDS = 3600
const DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA = 18
export const HOP_BYTES = 51

/** The bech32 alphabet; BOLT 11 names its fields by these letters. */
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** A field between timestamp and signature: its type, a letter of the bech32 alphabet, and its words. */
export type TaggedField = readonly [letter: string | undefined, words: readonly number[]]

/** Splits the data between timestamp and signature into fields (BOLT 11, "Tagged Fields"). */
export function taggedFields(words: readonly number[]): TaggedField[] {
  const fields: TaggedField[] = []
  for (let at = 0; at < words.length; ) {
    const [type = 0, high = 0, low = 0] = words.slice(at, at + 3)
    const start = at + 3
    at = start + high * 32 + low
    if (at > words.length) throw badInvoice('field_overrun')
    fields.push([LETTERS[type], words.slice(start, at)])
  }
  return fields
}

/**
 * Reads the tagged fields (BOLT 11). Skips unknown types; refuses known ones of a wrong length, repeated or missing
 * ones, and unknown even feature bits. Routes and fallback addresses are only checked here; `readRoutes` reads them.
 */
export function readInvoiceFields(fields: readonly TaggedField[]) {
  const all = (letter: string) => fields.flatMap(([type, words]) => (type === letter ? [words] : []))
  // Readers differ on which of two they take (BOLT 11 says the first `p`, others take the last), so an invoice that
  // means different things to different wallets is refused.
  const one = (letter: string) => {
    const [words, second] = all(letter)
    if (second) throw badInvoice('field_repeated')
    return words
  }
  const minimal = (letter: string) => {
    const words = one(letter)
    if (words?.[0] === 0) throw badInvoice('field_not_minimal')
    return words
  }
  const hex = (letter: string, length?: number) => {
    const words = one(letter)
    if (words && length && words.length !== length) throw badInvoice('field_length')
    return words && bytesToHex(bytes(words))
  }

  const paymentHash = hex('p', 52)
  const paymentSecret = hex('s', 52)
  const descriptionHash = hex('h', 52)
  const description = one('d')
  const payee = hex('n', 53) ?? null
  const metadata = hex('m')
  const expiry = minimal('x')
  const delta = minimal('c')
  for (const words of all('f')) readFallback(words)
  for (const words of all('r')) readHops(words)
  if (paymentHash === undefined) throw badInvoice('missing_payment_hash')
  if (paymentSecret === undefined) throw badInvoice('missing_payment_secret')
  if (!description === !descriptionHash)
    throw badInvoice(description ? 'two_descriptions' : 'missing_description')
  if (payee && !/^0[23]/.test(payee)) throw badInvoice('payee_malformed')
  return {
    paymentHash,
    paymentSecret,
    description: description && utf8(bytes(description)),
    descriptionHash,
    metadata,
    payee,
    expirySeconds: expiry ? numberOf(expiry) : DEFAULT_EXPIRY_SECONDS,
    minFinalCltvExpiryDelta: delta ? numberOf(delta) : DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA,
    features: featureBits(minimal('9') ?? []),
  }
}

/** The bytes of 5-bit words; the padding must be shorter than a word, and zero. */
export function bytes(words: readonly number[]): Uint8Array {
  const read = bech32.fromWordsUnsafe([...words])
  if (!read) throw badInvoice('field_padding')
  return read
}

/** Converts words to the bytes that are signed, the last one padded with zeros. */
export function packWords(words: readonly number[]): Uint8Array {
  const filled = [...words, ...Array<number>((8 - (words.length % 8)) % 8).fill(0)]
  return bech32.fromWords(filled).subarray(0, Math.ceil((words.length * 5) / 8))
}

/** The hops of an `r` field in order. */
export function readHops(words: readonly number[]): Uint8Array {
  const hops = bytes(words)
  if (hops.length === 0 || hops.length % HOP_BYTES !== 0) throw badInvoice('field_length')
  return hops
}

/**
 * The program of an `f` field, whose first word is a witness version (0 to 16), or 17 or 18 for the hash of a public
 * key or script. Undefined for versions without a meaning yet, which readers skip by BOLT 11.
 */
export function readFallback([version, ...rest]: readonly number[]): Uint8Array | undefined {
  if (version === undefined) throw badInvoice('field_length')
  if (version > 18) return undefined
  const program = bytes(rest)
  const { length } = program
  const isPayable = version > 16 ? length === 20 : isWitnessProgram(version, length)
  if (!isPayable) throw badInvoice('field_length')
  return program
}

function utf8(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    throw badInvoice('description_not_utf8')
  }
}

/**
 * The number that is written in words of 5 bits, up to 50 bits: exact as a JavaScript number, and 36 million years as
 * an expiry.
 */
export function numberOf(words: readonly number[]): number {
  if (words.length > 10) throw badInvoice('expiry_out_of_range')
  return words.reduce((value, word) => value * 32 + word, 0)
}

// Even feature bits that payers' wallets support in an invoice (BOLT 9, context "9"): var_onion_optin, payment_secret,
// basic_mpp, option_route_blinding, option_attribution_data, option_payment_metadata.
const KNOWN_EVEN_FEATURES: readonly number[] = [8, 14, 16, 24, 36, 48]

function featureBits(words: readonly number[]): number[] {
  const bits = [...words]
    .reverse()
    .flatMap((word, place) => [0, 1, 2, 3, 4].flatMap((bit) => ((word >> bit) & 1 ? [place * 5 + bit] : [])))
  if (bits.some((bit) => bit % 2 === 0 && !KNOWN_EVEN_FEATURES.includes(bit)))
    throw badInvoice('unknown_even_feature')
  return bits
}
