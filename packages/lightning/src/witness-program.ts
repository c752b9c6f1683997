/** Whether a witness version has programs of so many bytes (BIP 141; version 0 has two kinds only). */
export function isWitnessProgram(version: number, bytes: number): boolean {
  if (version === 0) return bytes === 20 || bytes === 32
  return version <= 16 && bytes >= 2 && bytes <= 40
}
