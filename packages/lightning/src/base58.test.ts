import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeBase58Check } from './base58.js'

it('writes base58check as a library for it does, leading zeros included', () => {
  const library = createBase58check(sha256)
  fc.assert(
    fc.property(fc.nat(5), fc.uint8Array({ minLength: 1, maxLength: 40 }), (zeros, rest) => {
      const payload = Uint8Array.of(...new Uint8Array(zeros), ...rest)
      expect(encodeBase58Check(payload)).toBe(library.encode(payload))
    }),
  )
})
