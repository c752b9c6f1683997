import { unixSeconds } from '@leyden/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import { bech32 } from '@scure/base'

secp256k1.hashes.sha256 = sha256
secp256k1.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message)

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** A tagged field: the letter of its type and its 5-bit words. */
export type Tag = readonly [letter: string, words: readonly number[]]

export interface InvoiceDraft {
  /** `lnbc2500u` and the like. */
  prefix: string
  timestamp: number
  tags: readonly Tag[]
  /** Raw words between the last field and the signature. */
  trailing?: readonly number[] | undefined
  privateKey?: Uint8Array | undefined
  /** Changes the signature's 65 bytes, r, s and recovery id, after signing the hash. */
  tamper?: ((signature: Uint8Array, hash: Uint8Array) => Uint8Array) | undefined
}

export const TEST_KEY = hexToBytes('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734')

/** Writes and signs an invoice from any parts. It checks no rules, so that tests can write invalid invoices. */
export function encodeInvoice({
  prefix,
  timestamp,
  tags,
  trailing = [],
  privateKey = TEST_KEY,
  tamper,
}: InvoiceDraft): string {
  const data = [
    ...numberWords(BigInt(timestamp), 7),
    ...tags.flatMap(([letter, words]) => [
      ALPHABET.indexOf(letter),
      words.length >> 5,
      words.length & 31,
      ...words,
    ]),
    ...trailing,
  ]
  const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('')
  const octets = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/gu) ?? []
  const hash = sha256(
    concatBytes(
      utf8ToBytes(prefix),
      Uint8Array.from(octets, (octet) => Number.parseInt(octet, 2)),
    ),
  )
  const [recoveryId = 0, ...compact] = secp256k1.sign(hash, privateKey, {
    prehash: false,
    format: 'recovered',
  })
  const signature = Uint8Array.of(...compact, recoveryId)
  const words = bech32.toWords(tamper ? tamper(signature, hash) : signature)
  return bech32.encode(prefix, [...data, ...words], false)
}

/** Big-endian words of a number: as few as needed, or a fixed count. */
export function numberWords(value: bigint, length?: number): number[] {
  const words: number[] = []
  for (let rest = value; rest > 0n; rest >>= 5n) words.unshift(Number(rest & 31n))
  return length === undefined ? words : [...Array<number>(length - words.length).fill(0), ...words]
}

export const tag = {
  hex: (letter: string, hex: string): Tag => [letter, bech32.toWords(hexToBytes(hex))],
  text: (letter: string, text: string): Tag => [letter, bech32.toWords(utf8ToBytes(text))],
  number: (letter: string, value: number): Tag => [letter, numberWords(BigInt(value))],
  features: (bits: readonly number[]): Tag => [
    '9',
    numberWords(bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n)),
  ],
}

export const PAYMENT_HASH = '0001020304050607080900010203040506070809000102030405060708090102'
export const PAYMENT_SECRET = '11'.repeat(32)
export const TIMESTAMP = 1_760_000_000

/** A time as a check takes it. */
export const atSecond = (seconds: number) => unixSeconds(new Date(seconds * 1_000))

/** The minimum of fields that an invoice needs. */
export const REQUIRED_TAGS: readonly Tag[] = [
  tag.hex('p', PAYMENT_HASH),
  tag.hex('s', PAYMENT_SECRET),
  tag.text('d', 'test'),
  tag.features([8, 14]),
]

/** A valid invoice with some parts changed; `tags` replaces all, `more` adds. */
export function testInvoice({
  more = [],
  ...changes
}: Partial<InvoiceDraft> & { more?: readonly Tag[] } = {}): string {
  const draft = { prefix: 'lnbc2500u', timestamp: TIMESTAMP, tags: REQUIRED_TAGS, ...changes }
  return encodeInvoice({ ...draft, tags: [...draft.tags, ...more] })
}
