import { fromHex, toHex } from './bytes.js'
import { sha256 } from './sha256.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const CHECKSUM_BYTES = 4

/** Base58 of a version byte and its payload with the four bytes of checksum that Bitcoin puts behind them. */
export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES))
  let text = ''
  for (let rest = BigInt(`0x${toHex(bytes)}`); rest > 0n; rest /= 58n)
    text = ALPHABET[Number(rest % 58n)] + text
  // A number has no leading zeros; bytes have, and each is written as a 1.
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

/** The bytes of base58 text, exactly so many, without their checksum; undefined for any other text. */
export function decodeBase58Check(text: string, length: number): Uint8Array | undefined {
  const digits = Array.from(text, (letter) => ALPHABET.indexOf(letter))
  const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
  const hex = value.toString(16).padStart((length + CHECKSUM_BYTES) * 2, '0')
  const payload = fromHex(hex).subarray(0, length)
  // There is one way to write bytes, so this also tells a wrong checksum, letter, length or number of leading ones.
  return encodeBase58Check(payload) === text ? payload : undefined
}
