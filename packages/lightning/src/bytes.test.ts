import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64, fromHex, isBase64, toHex } from './bytes.js'

it('reads and writes hex as a library for it does', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(bytesToHex(bytes))
      expect(fromHex(toHex(bytes).toUpperCase())).toEqual(hexToBytes(toHex(bytes)))
    }),
  )
})

it('reads base64 as a library for it does', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(isBase64(base64.encode(bytes))).toBe(true)
      expect(fromBase64(base64.encode(bytes))).toEqual(bytes)
    }),
  )
})

it('takes nothing for base64 that lacks padding, has spaces in it or is of the other alphabet', () => {
  for (const text of ['AAA', 'A', 'AA A', 'AAAA\n', ' AAA', 'AA-_', 'A===', '=AAA', 'AA=A', 'ÄÄÄÄ'])
    expect(isBase64(text)).toBe(false)
})
