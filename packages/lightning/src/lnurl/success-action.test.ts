import { describe, expect, it } from 'vitest'
import vectors from '../vectors/lnurl-callback-cases.json' with { type: 'json' }
import { decryptSuccessAction } from './pay-request.js'

describe('decryptSuccessAction', () => {
  it.each(vectors.aes)('vector $id', async ({ preimage, iv, ciphertext, plaintext, ok }) => {
    expect(await decryptSuccessAction({ iv, ciphertext }, preimage)).toBe(ok ? plaintext : null)
  })

  it('returns nothing if the preimage is not the key', async () => {
    const action = { iv: 'ABEiM0RVZneImaq7zN3u/w==', ciphertext: 'h+7FsacL6bSzf5IbP5PO1Q==' }
    for (const preimage of ['', 'zz', '00', '0'.repeat(128)])
      expect(await decryptSuccessAction(action, preimage)).toBeNull()
  })

  it('returns nothing if the text is not UTF-8', async () => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-CBC', false, ['encrypt'])
    const encrypt = async (bytes: number[]) => {
      const algorithm = { name: 'AES-CBC', iv: new Uint8Array(16) }
      const ciphertext = await crypto.subtle.encrypt(algorithm, key, Uint8Array.from(bytes))
      return { ciphertext: Buffer.from(ciphertext).toString('base64'), iv: `${'A'.repeat(22)}==` }
    }
    expect(await decryptSuccessAction(await encrypt([0x68, 0x69]), '0'.repeat(64))).toBe('hi')
    expect(await decryptSuccessAction(await encrypt([0xff, 0xfe]), '0'.repeat(64))).toBeNull()
  })
})
