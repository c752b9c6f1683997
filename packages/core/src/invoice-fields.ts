import { bytesOfWords } from './bech32.js'
import { toHex } from './bytes.js'
import { fallbackAddress } from './invoice-fallback.js'
import { badInvoice } from './invoice-problem.js'
import { type RouteHint, readRouteHint } from './invoice-route-hint.js'
import type { Network } from './wire.js'

/** What the tagged fields of an invoice say; see {@link Invoice} for the meaning of each. */
export interface InvoiceFields {
  paymentHash: string
  paymentSecret: string
  description?: string
  descriptionHash?: string
  metadata?: string
  payee: string | null
  expirySeconds: number
  minFinalCltvExpiryDelta: number
  features: number[]
  fallbackAddresses: string[]
  routeHints: RouteHint[][]
}

const DEFAULT_EXPIRY_SECONDS = 3600
const DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA = 18

// A field's type is a letter of the bech32 alphabet.
const TYPE = { p: 1, r: 3, features: 5, x: 6, f: 9, d: 13, s: 16, n: 19, h: 23, c: 24, m: 27 } as const
// Of these an invoice has at most one: readers differ on which of two they take (BOLT 11 says the first `p`,
// others take the last), so an invoice that means different things to different wallets is refused.
const SINGLE: ReadonlySet<number> = new Set([
  TYPE.p,
  TYPE.features,
  TYPE.x,
  TYPE.d,
  TYPE.s,
  TYPE.n,
  TYPE.h,
  TYPE.c,
  TYPE.m,
])

/**
 * Reads the tagged fields between timestamp and signature (BOLT 11, "Tagged Fields"). Unknown types are
 * skipped; known ones of a wrong length, repeated or missing ones, and unknown even feature bits are refused.
 */
export function readInvoiceFields(words: readonly number[], network: Network): InvoiceFields {
  const fields: Partial<InvoiceFields> & Pick<InvoiceFields, 'fallbackAddresses' | 'routeHints'> = {
    fallbackAddresses: [],
    routeHints: [],
  }
  const seen = new Set<number>()
  for (let at = 0; at < words.length; ) {
    const [type = 0, high = 0, low] = words.slice(at, at + 3)
    const start = at + 3
    const end = start + high * 32 + (low ?? 0)
    if (low === undefined || end > words.length) throw badInvoice('field_overrun')
    if (seen.has(type) && SINGLE.has(type)) throw badInvoice('field_repeated')
    seen.add(type)
    readField(fields, type, words.slice(start, end), network)
    at = end
  }
  return complete(fields)
}

type PartialFields = Parameters<typeof complete>[0]

function readField(fields: PartialFields, type: number, words: number[], network: Network): void {
  switch (type) {
    case TYPE.p:
      fields.paymentHash = toHex(fixedBytes(words, 52))
      break
    case TYPE.s:
      fields.paymentSecret = toHex(fixedBytes(words, 52))
      break
    case TYPE.h:
      fields.descriptionHash = toHex(fixedBytes(words, 52))
      break
    case TYPE.n:
      fields.payee = toHex(fixedBytes(words, 53))
      if (!/^0[23]/u.test(fields.payee)) throw badInvoice('payee_malformed')
      break
    case TYPE.d:
      fields.description = utf8(bytes(words))
      break
    case TYPE.m:
      fields.metadata = toHex(bytes(words))
      break
    case TYPE.x:
      fields.expirySeconds = wholeNumber(words)
      break
    case TYPE.c:
      fields.minFinalCltvExpiryDelta = wholeNumber(words)
      break
    case TYPE.features:
      fields.features = featureBits(words)
      break
    case TYPE.f: {
      const address = fallbackAddress(words, network)
      if (address) fields.fallbackAddresses.push(address)
      break
    }
    case TYPE.r:
      fields.routeHints.push(readRouteHint(bytes(words)))
      break
  }
}

function complete(
  fields: Partial<InvoiceFields> & Pick<InvoiceFields, 'fallbackAddresses' | 'routeHints'>,
): InvoiceFields {
  const { paymentHash, paymentSecret, description, descriptionHash } = fields
  if (paymentHash === undefined) throw badInvoice('missing_payment_hash')
  if (paymentSecret === undefined) throw badInvoice('missing_payment_secret')
  if (description === undefined && descriptionHash === undefined) throw badInvoice('missing_description')
  if (description !== undefined && descriptionHash !== undefined) throw badInvoice('two_descriptions')
  return {
    ...fields,
    paymentHash,
    paymentSecret,
    payee: fields.payee ?? null,
    expirySeconds: fields.expirySeconds ?? DEFAULT_EXPIRY_SECONDS,
    minFinalCltvExpiryDelta: fields.minFinalCltvExpiryDelta ?? DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA,
    features: fields.features ?? [],
  }
}

/** Bytes of 5-bit words; what is left over must be less than a word, and zero. */
export function bytes(words: readonly number[]): Uint8Array {
  const read = bytesOfWords(words)
  if (!read) throw badInvoice('field_padding')
  return read
}

function fixedBytes(words: readonly number[], length: number): Uint8Array {
  if (words.length !== length) throw badInvoice('field_length')
  return bytes(words)
}

function utf8(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    throw badInvoice('description_not_utf8')
  }
}

function wholeNumber(words: readonly number[]): number {
  requireMinimal(words)
  // 50 bits: exact as a number, and thirty million years as an expiry.
  if (words.length > 10) throw badInvoice('expiry_out_of_range')
  return words.reduce((value, word) => value * 32 + word, 0)
}

function requireMinimal(words: readonly number[]): void {
  if (words[0] === 0) throw badInvoice('field_not_minimal')
}

// Even bits that a payer's wallet knows in an invoice (BOLT 9, context "9"): var_onion_optin, payment_secret,
// basic_mpp, option_route_blinding, option_attribution_data, option_payment_metadata.
const KNOWN_EVEN_FEATURES: ReadonlySet<number> = new Set([8, 14, 16, 24, 36, 48])

function featureBits(words: readonly number[]): number[] {
  requireMinimal(words)
  const bits: number[] = []
  for (let bit = 0; bit < words.length * 5; bit++) {
    const word = words[words.length - 1 - Math.floor(bit / 5)] ?? 0
    if ((word >> (bit % 5)) & 1) bits.push(bit)
  }
  if (bits.some((bit) => bit % 2 === 0 && !KNOWN_EVEN_FEATURES.has(bit)))
    throw badInvoice('unknown_even_feature')
  return bits
}
