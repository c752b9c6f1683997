import { sha256 as noble } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex, utf8 } from './bytes.js'
import { sha256 } from './sha256.js'

describe('sha256', { timeout: 60_000 }, () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('agrees with the examples of FIPS 180-4', (text, hash) => {
    expect(toHex(sha256(utf8(text)))).toBe(hash)
  })

  it('agrees with another implementation on either side of every block', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff)
      expect(toHex(sha256(bytes))).toBe(toHex(noble(bytes)))
    }
  })

  it('agrees with another implementation on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(toHex(sha256(bytes))).toBe(toHex(noble(bytes)))
      }),
      { numRuns: 300 },
    )
  })

  it('reads a part of a larger buffer, and leaves it as it is', () => {
    const whole = Uint8Array.from({ length: 200 }, (_, index) => index)
    const part = whole.subarray(50, 150)
    expect(toHex(sha256(part))).toBe(toHex(noble(part.slice())))
    expect(whole[150]).toBe(150)
  })
})
