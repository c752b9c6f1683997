import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Compares two strings in constant time: the time reveals neither where nor in what length they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = sha256(utf8ToBytes(a))
  const right = sha256(utf8ToBytes(b))
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}
