import { type Network, unixSeconds } from '@leyden/core'
import type { MsatInput } from '@leyden/core/money'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { packWords } from './invoice/invoice-fields.js'

/** The content of an invoice (BOLT 11). */
export interface InvoiceContent {
  /** The network, which its prefix names. */
  network: Network
  /** The amount, in millisatoshis; null if the payer chooses it. */
  amountMsat: MsatInput | null
  /** When it was made: unix seconds. */
  timestamp: number
  /** Until it expires, in seconds after `timestamp`. */
  expirySeconds: number
  /** 32 bytes: the SHA-256 of the preimage. */
  paymentHash: Uint8Array
  /** 32 bytes. */
  paymentSecret: Uint8Array
  /** Either a text of at most 639 bytes of UTF-8, or the hash of a longer one. */
  description:
    | {
        /** The text itself. */
        text: string
      }
    | {
        /** 32 bytes: the SHA-256 of the text. */
        hash: Uint8Array
      }
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
const MAX_DESCRIPTION_BYTES = 639

/**
 * Writes an invoice, for a wallet or node of a test.
 *
 * @param sign signs bytes, of which it makes the SHA-256. It returns 65 bytes: r, s, and the recovery id.
 * @throws `RangeError` for an amount or description that an invoice cannot have.
 */
export function encodeInvoice(content: InvoiceContent, sign: (signed: Uint8Array) => Uint8Array): string {
  const prefix = PREFIX[content.network] + amountPrefix(content.amountMsat)
  const words = [
    ...numberWords(content.timestamp, 7),
    ...tagged(TAG.s, bech32.toWords(content.paymentSecret)),
    ...tagged(TAG.p, bech32.toWords(content.paymentHash)),
    ...descriptionWords(content.description),
    ...tagged(TAG.x, numberWords(content.expirySeconds)),
    ...tagged(TAG.c, numberWords(MIN_FINAL_CLTV_EXPIRY_DELTA)),
    ...tagged(TAG.features, numberWords(FEATURES)),
  ]
  const signature = sign(concatBytes(utf8ToBytes(prefix), packWords(words)))
  return bech32.encode(prefix, [...words, ...bech32.toWords(signature)], false)
}

function descriptionWords(description: InvoiceContent['description']): number[] {
  if ('hash' in description) return tagged(TAG.h, bech32.toWords(description.hash))
  const bytes = utf8ToBytes(description.text)
  if (bytes.length > MAX_DESCRIPTION_BYTES)
    throw new RangeError(`A description has at most ${MAX_DESCRIPTION_BYTES} bytes, not ${bytes.length}.`)
  return tagged(TAG.d, bech32.toWords(bytes))
}

function tagged(tag: number, words: number[]): number[] {
  return [tag, ...numberWords(words.length, 2), ...words]
}

/** Big-endian groups of 5 bits, without leading zeros unless a length asks for them. */
function numberWords(value: number, length = 1): number[] {
  const words: number[] = []
  for (let rest = value; rest > 0 || words.length < length; rest = Math.floor(rest / 32))
    words.unshift(rest % 32)
  return words
}

/** Multipliers of BOLT 11, largest first: millisatoshis of one unit. */
const UNITS: [suffix: string, msat: bigint][] = [
  ['', 100_000_000_000n],
  ['m', 100_000_000n],
  ['u', 100_000n],
  ['n', 100n],
]

/** The amount in the form of an invoice's prefix: the shortest exact one, in pico-bitcoin for fractions. */
function amountPrefix(amountMsat: MsatInput | null): string {
  if (amountMsat === null) return ''
  if (amountMsat <= 0n) throw new RangeError('An invoice has an amount of at least one millisatoshi.')
  for (const [suffix, msat] of UNITS) {
    if (amountMsat % msat === 0n) return `${amountMsat / msat}${suffix}`
  }
  return `${amountMsat * 10n}p`
}

/** Options of {@link fakeInvoice}. */
export interface FakeInvoiceOptions extends Pick<InvoiceContent, 'network' | 'expirySeconds'> {
  /** The amount, in millisatoshis. */
  amountMsat: MsatInput
  /** What pays it: 32 bytes, as 64 hex digits. The invoice has its hash. */
  preimage: string
  /** When it was made, to the second. */
  createdAt: Date
  /** What the payer reads. */
  description: string
}

/**
 * Makes an invoice for tests that never leave the page: `decodeInvoice` and `checkInvoice` accept it,
 * since its prefix, amount, fields and checksum are valid (BOLT 11). No key can be recovered from its signature, so
 * wallets, `decodeSignedInvoice` and `checkSignedInvoice` refuse it.
 *
 * @throws `Error` if the preimage is not hexadecimal.
 */
export function fakeInvoice({ preimage, createdAt, description, ...content }: FakeInvoiceOptions): string {
  return encodeInvoice(
    {
      ...content,
      timestamp: unixSeconds(createdAt),
      paymentHash: sha256(hexToBytes(preimage)),
      paymentSecret: sha256(utf8ToBytes(preimage)),
      description: { text: description },
    },
    // No point of the curve has this x coordinate, so the signature belongs to no key.
    () => new Uint8Array(65).fill(3, 0, 64),
  )
}

/**
 * The payment hash of a preimage, both 32 bytes as 64 hex digits (BOLT 11).
 *
 * @throws `Error` if the preimage is not hexadecimal.
 */
export function paymentHashOf(preimage: string): string {
  return bytesToHex(sha256(hexToBytes(preimage)))
}
