import type { Network } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'

const PREFIX: Record<Network, string> = {
  mainnet: 'lnbc',
  testnet: 'lntb',
  signet: 'lntbs',
  regtest: 'lnbcrt',
}

/** Options of {@link fakeInvoice}. */
export interface FakeInvoiceOptions {
  /** The amount, in millisatoshis. */
  amountMsat: bigint
  /** The network, which its prefix names. */
  network: Network
  /** What pays it: 32 bytes, as 64 hex digits. The invoice has its hash. */
  preimage: string
  /** When it was made, to the second. */
  createdAt: Date
  /** Until it expires, in seconds after `createdAt`. */
  expirySeconds: number
  /** What the payer reads. */
  description: string
}

/** Tag, then length and content in groups of five bits (BOLT 11). */
const field = (tag: number, words: number[]) => [tag, words.length >> 5, words.length & 31, ...words]

function numberWords(value: number, least = 1): number[] {
  const words: number[] = []
  for (let rest = value; rest > 0 || words.length < least; rest = Math.floor(rest / 32))
    words.unshift(rest % 32)
  return words
}

/**
 * Makes an invoice for tests that never leave the page: `decodeInvoice` and `checkInvoice` of `/invoice` accept it,
 * since its prefix, amount, fields and checksum are valid (BOLT 11). No key can be recovered from its signature, so
 * wallets and `/invoice-signature` refuse it.
 *
 * @throws `Error` if the preimage is not hexadecimal.
 */
export function fakeInvoice(options: FakeInvoiceOptions): string {
  const { amountMsat, network, preimage, createdAt, expirySeconds, description } = options
  const words = [
    ...numberWords(Math.floor(createdAt.getTime() / 1000), 7),
    ...field(1, bech32.toWords(sha256(hexToBytes(preimage)))),
    ...field(16, bech32.toWords(sha256(utf8ToBytes(preimage)))),
    ...field(13, bech32.toWords(utf8ToBytes(description))),
    ...field(6, numberWords(expirySeconds)),
    // var_onion_optin and payment_secret, which payers must support.
    ...field(5, numberWords((1 << 8) | (1 << 14))),
    // No point of the curve has this x coordinate, so the signature belongs to no key.
    ...bech32.toWords(new Uint8Array(65).fill(3, 0, 64)),
  ]
  // Ten pico-bitcoin ("p") are a millisatoshi.
  return bech32.encode(`${PREFIX[network]}${amountMsat * 10n}p`, words, false)
}

/**
 * The payment hash of a preimage, both 32 bytes as 64 hex digits (BOLT 11).
 *
 * @throws `Error` if the preimage is not hexadecimal.
 */
export function paymentHashOf(preimage: string): string {
  return bytesToHex(sha256(hexToBytes(preimage)))
}
