import type { Network } from '@leyden/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashes, sign } from '@noble/secp256k1'
import { bech32 } from '@scure/base'

hashes.sha256 ??= sha256
hashes.hmacSha256 ??= (key, message) => hmac(sha256, key, message)

/** The content of an invoice (BOLT 11). */
export interface InvoiceFields {
  network: Network
  /** At least 1; null if the payer chooses the amount. */
  amountMsat: bigint | null
  /** Unix seconds. */
  timestamp: number
  expirySeconds: number
  /** 32 bytes. */
  paymentHash: Uint8Array
  /** 32 bytes. */
  paymentSecret: Uint8Array
  /** Either the text itself (`d`, at most 639 bytes of UTF-8) or the SHA-256 of a longer one (`h`). */
  description: { text: string } | { hash: Uint8Array }
}

const PREFIX: Record<Network, string> = {
  mainnet: 'lnbc',
  testnet: 'lntb',
  signet: 'lntbs',
  regtest: 'lnbcrt',
}

/** Positions of the tag letters in the bech32 alphabet (BOLT 11, "Tagged Fields"). */
const TAG = { p: 1, features: 5, x: 6, d: 13, s: 16, h: 23, c: 24 }

/** Onion with variable length (bit 8) and payment secret (14) are required of the payer, several parts (17) allowed. */
const FEATURES = 2 ** 8 + 2 ** 14 + 2 ** 17

const MIN_FINAL_CLTV_EXPIRY_DELTA = 40

/** Writes an invoice and signs it with the payee's key. */
export function encodeInvoice(fields: InvoiceFields, secretKey: Uint8Array): string {
  const prefix = PREFIX[fields.network] + amountPrefix(fields.amountMsat)
  const words = [
    ...numberWords(fields.timestamp, 7),
    ...tagged(TAG.s, bech32.toWords(fields.paymentSecret)),
    ...tagged(TAG.p, bech32.toWords(fields.paymentHash)),
    ...descriptionWords(fields.description),
    ...tagged(TAG.x, numberWords(fields.expirySeconds)),
    ...tagged(TAG.c, numberWords(MIN_FINAL_CLTV_EXPIRY_DELTA)),
    ...tagged(TAG.features, numberWords(FEATURES)),
  ]
  return bech32.encode(prefix, [...words, ...signatureWords(prefix, words, secretKey)], false)
}

function descriptionWords(description: InvoiceFields['description']): number[] {
  if ('hash' in description) return tagged(TAG.h, bech32.toWords(description.hash))
  return tagged(TAG.d, bech32.toWords(utf8ToBytes(description.text)))
}

/** The recovery id is the last byte in an invoice, but the first byte of the signer's result. */
function signatureWords(prefix: string, words: number[], secretKey: Uint8Array): number[] {
  const signed = concatBytes(utf8ToBytes(prefix), packWords(words))
  const [recoveryId = 0, ...signature] = sign(signed, secretKey, { format: 'recovered' })
  return bech32.toWords(Uint8Array.of(...signature, recoveryId))
}

function tagged(tag: number, words: number[]): number[] {
  return [tag, ...numberWords(words.length, 2), ...words]
}

/** Big-endian groups of 5 bits, without leading zeros unless a length asks for them. */
function numberWords(value: number, length = 1): number[] {
  const words: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32)
  while (words.length < length) words.unshift(0)
  return words
}

/** Converts groups of 5 bits to the bytes that are signed, the last one padded with zeros. */
function packWords(words: number[]): Uint8Array {
  const filled = [...words, ...new Array<number>((8 - (words.length % 8)) % 8).fill(0)]
  return bech32.fromWords(filled).subarray(0, Math.ceil((words.length * 5) / 8))
}

/** Multipliers of BOLT 11, largest first: millisatoshis of one unit. */
const UNITS: [suffix: string, msat: bigint][] = [
  ['', 100_000_000_000n],
  ['m', 100_000_000n],
  ['u', 100_000n],
  ['n', 100n],
]

/** The amount in the form of an invoice's prefix: the shortest exact one, in pico-bitcoin for fractions. */
function amountPrefix(amountMsat: bigint | null): string {
  if (amountMsat === null) return ''
  for (const [suffix, msat] of UNITS) {
    if (amountMsat % msat === 0n) return `${amountMsat / msat}${suffix}`
  }
  return `${amountMsat * 10n}p`
}
