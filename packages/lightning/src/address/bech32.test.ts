import { bech32, bech32m } from '@scure/base'
import { expect, it } from 'vitest'
import vectors from '../vectors/bech32-addresses.json' with { type: 'json' }

const LIBRARY = { bech32, bech32m }

it.each(vectors.encodings)('the library reads $encoding by BIP 173 and 350: $id, $note', (vector) => {
  const { encoding, string, valid } = vector
  expect(Boolean(LIBRARY[encoding as keyof typeof LIBRARY].decodeUnsafe(string))).toBe(valid)
})
