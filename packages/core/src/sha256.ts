const ROUNDS = 64

/**
 * SHA-256 (FIPS 180-4), synchronous: `crypto.subtle` is not, and is missing outside a secure context. Written here
 * because a library for it has three times the code that a page needs.
 */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  // A one bit, zeros, and the length in bits at the end of the last block of 64 bytes.
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6)
  padded.set(message)
  padded[message.length] = 0x80
  const input = new DataView(padded.buffer)
  input.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)

  tables ??= [fractionsOfRoots(2n, 8), fractionsOfRoots(3n, ROUNDS)]
  const [start, constants] = tables
  const hash = new DataView(start.buffer.slice(0))
  const schedule = new DataView(new ArrayBuffer(ROUNDS * 4))
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => hash.getInt32(at)) as Eight
    for (let at = 0; at < ROUNDS * 4; at += 4) {
      const word = at < 64 ? input.getInt32(block + at) : nextWord(schedule, at)
      schedule.setInt32(at, word)
      const choice = (e & f) ^ (~e & g)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const sum = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants.getInt32(at) + word
      h = g
      g = f
      f = e
      e = (d + sum) | 0
      d = c
      c = b
      b = a
      a = (sum + (turn(b, 2) ^ turn(b, 13) ^ turn(b, 22)) + majority) | 0
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
      hash.setInt32(index * 4, hash.getInt32(index * 4) + value)
  }
  return new Uint8Array(hash.buffer)
}

type Eight = [number, number, number, number, number, number, number, number]

let tables: [start: DataView<ArrayBuffer>, constants: DataView<ArrayBuffer>] | undefined

function nextWord(schedule: DataView, at: number): number {
  const w2 = schedule.getInt32(at - 8)
  const w15 = schedule.getInt32(at - 60)
  return (
    (schedule.getInt32(at - 64) +
      (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) +
      schedule.getInt32(at - 28) +
      (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10))) |
    0
  )
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractional parts of the roots of the first primes, reckoned in whole numbers. */
function fractionsOfRoots(degree: 2n | 3n, count: number): DataView<ArrayBuffer> {
  const fractions = new DataView(new ArrayBuffer(count * 4))
  const primes: bigint[] = []
  for (let candidate = 2n; primes.length < count; candidate++) {
    if (primes.some((prime) => candidate % prime === 0n)) continue
    const power = candidate << (32n * degree)
    let root = 0n
    for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= power) root += bit
    fractions.setUint32(primes.length * 4, Number(BigInt.asUintN(32, root)))
    primes.push(candidate)
  }
  return fractions
}
