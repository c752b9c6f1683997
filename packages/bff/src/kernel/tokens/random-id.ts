import { bytesToHex } from '@noble/hashes/utils.js'

/** 128 random bits as 32 hex digits: unguessable and unique. */
export function randomId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
}
