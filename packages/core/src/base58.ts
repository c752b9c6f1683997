import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from './bytes.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of a version byte and its payload with the four bytes of checksum that Bitcoin puts behind them. */
export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, 4))
  let text = ''
  for (let rest = BigInt(`0x${toHex(bytes)}`); rest > 0n; rest /= 58n)
    text = ALPHABET[Number(rest % 58n)] + text
  // A number has no leading zeros; bytes have, and each is written as a 1.
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}
