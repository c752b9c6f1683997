import { expect, it } from 'vitest'
import { createHash } from './sha256.js'

it('hashes as the standard says (FIPS 180-4, "abc")', () => {
  const digest = createHash().update(new TextEncoder().encode('abc')).digest()
  expect(Array.from(digest, (byte: number) => byte.toString(16).padStart(2, '0')).join('')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
