import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

export const base58check = /* @__PURE__ */ createBase58check(sha256)

/**
 * Whether a witness program of a version may have this length in bytes (BIP 141; version 0 allows two lengths only).
 */
export function isWitnessProgram(version: number, bytes: number): boolean {
  if (version === 0) return bytes === 20 || bytes === 32
  return version <= 16 && bytes >= 2 && bytes <= 40
}
