import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What a stored value has in place of a URL, the name of an order or an intent, because these may contain a secret. */
export function digestOf(...values: string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(values))))
}
