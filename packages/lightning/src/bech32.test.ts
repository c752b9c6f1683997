import { bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfWords, decodeBech32, encodeBech32 } from './bech32.js'
import vectors from './vectors/bech32-addresses.json' with { type: 'json' }

const LIBRARIES = { bech32, bech32m }
const encoding = fc.constantFrom('bech32' as const, 'bech32m' as const)
const prefix = fc.stringMatching(/^[!-@[-`{-~]{1,20}$/u)
const words = fc.array(fc.nat(31), { maxLength: 120 })

describe('bech32 and bech32m', { timeout: 60_000 }, () => {
  it.each(vectors.encodings)('vector $id, $encoding: $note', ({ encoding: name, string, valid }) => {
    const decoded = decodeBech32(string, name as 'bech32' | 'bech32m')
    // The vectors are of addresses, which have at most 90 characters; invoices have more.
    expect(typeof decoded === 'object' && string.length <= 90).toBe(valid)
  })

  it('write and read what a library for it writes and reads', () => {
    fc.assert(
      fc.property(encoding, prefix, words, (name, human, data) => {
        const text = LIBRARIES[name].encode(human, data, false)
        expect(encodeBech32({ prefix: human, words: data }, name)).toBe(text)
        expect(decodeBech32(text, name)).toEqual({ prefix: human, words: data })
        expect(decodeBech32(text.toUpperCase(), name)).toEqual({ prefix: human, words: data })
        expect(decodeBech32(text, name === 'bech32' ? 'bech32m' : 'bech32')).toBe('checksum')
      }),
    )
  })

  it('agree with the library on any text', () => {
    fc.assert(
      fc.property(encoding, fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (name, text) => {
        expect(typeof decodeBech32(text, name) === 'object').toBe(
          Boolean(LIBRARIES[name].decodeUnsafe(text, false)),
        )
      }),
    )
  })

  it('agree with the library on which words are whole bytes', () => {
    fc.assert(
      fc.property(words, (data) => {
        expect(bytesOfWords(data)).toEqual(bech32.fromWordsUnsafe(data) || undefined)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(bytesOfWords(bech32.toWords(bytes))).toEqual(bytes)
      }),
    )
  })
})
