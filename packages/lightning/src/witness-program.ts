/**
 * Whether a witness program of a version may have this length in bytes (BIP 141; version 0 allows two lengths only).
 */
export function isWitnessProgram(version: number, bytes: number): boolean {
  if (version === 0) return bytes === 20 || bytes === 32
  return version <= 16 && bytes >= 2 && bytes <= 40
}
