import { base64 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBase64 } from './lnurl-body.js'

const readByLibrary = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(base64.decode(text))
  } catch {
    return undefined
  }
}

it('reads the base64 that a strict library reads, and nothing else', () => {
  const written = fc.uint8Array({ maxLength: 40 }).map((bytes) => base64.encode(bytes))
  // A letter more, less or changed, also in the padding and of the alphabet of URLs.
  const letter = fc.constantFrom('', 'A', 'B', '=', '==', '-', '_', ' ', '\n', '\u0000', 'é')
  const changed = fc
    .tuple(written, fc.nat(60), letter, fc.nat(2))
    .map(([text, at, added, cut]) => text.slice(0, at) + added + text.slice(at + cut))
  fc.assert(
    fc.property(fc.oneof(written, changed), (text) => {
      expect(readBase64(text)).toEqual(readByLibrary(text))
    }),
    { numRuns: 300 },
  )
  const [a, ...others] = ['QQ==', 'QR==', 'QQ', 'QQ= ='].map(readBase64)
  expect(a).toEqual(Uint8Array.of(65))
  expect(others).toEqual([undefined, undefined, undefined])
})
