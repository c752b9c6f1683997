/** Each stands for the five bits of its place. */
export const BECH32_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM_WORDS = 6

/** What the checksum comes to: 1 for bech32 (BIP 173), another number for bech32m (BIP 350). */
export const CHECKSUM = { bech32: 1, bech32m: 0x2bc830a3 } as const

export interface Bech32 {
  /** Human-readable part, lower case. */
  prefix: string
  /** 5-bit words without the checksum. */
  words: readonly number[]
}

export type Bech32Problem = 'charset' | 'mixed_case' | 'checksum'

/**
 * Reads bech32 or bech32m text of any length: printable ASCII in one case, the last `1` as separator (BIP 173).
 * Written here because a library for it has four times the code that a page needs.
 */
export function decodeBech32(text: string, encoding: keyof typeof CHECKSUM): Bech32 | Bech32Problem {
  // Before any folding: U+212A KELVIN SIGN has a lower-case k.
  if (!/^[\x21-\x7e]*$/.test(text)) return 'charset'
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return 'mixed_case'
  const separator = lower.lastIndexOf('1')
  const prefix = lower.slice(0, Math.max(separator, 0))
  const words = Array.from(lower.slice(separator + 1), (letter) => BECH32_LETTERS.indexOf(letter))
  const isWhole = prefix !== '' && words.length >= CHECKSUM_WORDS && !words.includes(-1)
  if (!isWhole || checksum(prefix, words) !== CHECKSUM[encoding]) return 'checksum'
  return { prefix, words: words.slice(0, -CHECKSUM_WORDS) }
}

/** Writes lower-case bech32 or bech32m text. */
export function encodeBech32({ prefix, words }: Readonly<Bech32>, encoding: keyof typeof CHECKSUM): string {
  const rest = checksum(prefix, [...words, 0, 0, 0, 0, 0, 0]) ^ CHECKSUM[encoding]
  const check = Array.from({ length: CHECKSUM_WORDS }, (_, index) => (rest >> (25 - 5 * index)) & 31)
  return `${prefix}1${[...words, ...check].map((word) => BECH32_LETTERS[word]).join('')}`
}

// The remainder of a BCH code over 5-bit words, as BIP 173 defines it.
function checksum(prefix: string, words: readonly number[]): number {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  let sum = 1
  for (const word of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    GENERATORS.forEach((generator, bit) => {
      if ((top >> bit) & 1) sum ^= generator
    })
  }
  return sum
}

/** The bits of 5-bit words, a character each. */
export function bitsOfWords(words: readonly number[]): string {
  return words.map((word) => (word + 32).toString(2).slice(1)).join('')
}

/** Bytes of 5-bit words, or undefined where what is left over is a whole word or not zero (BIP 173). */
export function bytesOfWords(words: readonly number[]): Uint8Array<ArrayBuffer> | undefined {
  const bits = bitsOfWords(words)
  const bytes = bits.match(/.{8}/g) ?? []
  const isPadded = /^0{0,4}$/.test(bits.slice(bytes.length * 8))
  return isPadded ? Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)) : undefined
}
