import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The source of preimages, keys and ids. */
export type Randomness = ReturnType<typeof createRandomness>

/**
 * The same seed gives the same bytes in the same order. By default there is no seed and all bytes are new, because two
 * runs with the same seed issue the same payment hashes, which a shop's database already has.
 */
export function createRandomness(seed?: string) {
  const key = seed === undefined ? crypto.getRandomValues(new Uint8Array(32)) : sha256(utf8ToBytes(seed))
  const drawn = new Map<string, number>()

  /** The next 32 bytes for a purpose; each purpose has a separate sequence. */
  function bytes(purpose: string): Uint8Array {
    const count = drawn.get(purpose) ?? 0
    drawn.set(purpose, count + 1)
    return hmac(sha256, key, utf8ToBytes(`${purpose}:${count}`))
  }

  return {
    bytes,
    /** The next 128 bits for a purpose, as 32 hex digits. */
    id: (purpose: string) => bytesToHex(bytes(purpose).slice(0, 16)),
  }
}
