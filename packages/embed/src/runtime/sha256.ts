import { sha256 } from '@noble/hashes/sha2.js'

/**
 * The part of `sha256-uint8array` that `bitcoin-address-validation` uses, on the hash that invoices are checked
 * with: one implementation in the script instead of two.
 */
export function createHash() {
  let payload: Uint8Array = new Uint8Array()
  const hash = {
    update(bytes: Uint8Array) {
      payload = bytes
      return hash
    },
    digest: (): Uint8Array => sha256(payload),
  }
  return hash
}
