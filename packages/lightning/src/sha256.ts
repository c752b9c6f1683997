/**
 * SHA-256 (FIPS 180-4), synchronous: `crypto.subtle` is not, and is missing outside a secure context. Written here
 * because a library for it has three times the code that a page needs.
 */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  // A one bit, zeros, and the length in bits at the end of the last block of 64 bytes.
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)

  constants ??= fractions(Math.cbrt, 64)
  const hash = fractions(Math.sqrt, 8)
  const schedule = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = [...hash] as Eight
    constants.forEach((constant, round) => {
      const ago = (rounds: number) => schedule[round - rounds] as number
      const word =
        round < 16
          ? view.getInt32(block + round * 4)
          : ago(16) +
            ago(7) +
            (mix(ago(15), 7, 18) ^ (ago(15) >>> 3)) +
            (mix(ago(2), 17, 19) ^ (ago(2) >>> 10))
      schedule[round] = word
      const sum = h + (mix(e, 6, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constant + word
      h = g
      g = f
      f = e
      e = (d + sum) | 0
      d = c
      c = b
      b = a
      a = (sum + (mix(b, 2, 13) ^ turn(b, 22)) + ((b & c) ^ (b & d) ^ (c & d))) | 0
    })
    hash.set([a, b, c, d, e, f, g, h].map((value, index) => value + (hash[index] as number)))
  }
  hash.forEach((value, index) => {
    view.setInt32(index * 4, value)
  })
  return padded.slice(0, 32)
}

let constants: Int32Array | undefined

type Eight = [number, number, number, number, number, number, number, number]

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function mix(word: number, one: number, other: number): number {
  return turn(word, one) ^ turn(word, other)
}

/** The first 32 bits behind the point of the roots of the first primes: well within what a double holds of them. */
function fractions(root: (prime: number) => number, count: number): Int32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime)) primes.push(candidate)
  return Int32Array.from(primes, (prime) => root(prime) * 2 ** 32)
}
