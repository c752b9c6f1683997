import { describe, expect, it } from 'vitest'
import { decryptSuccessAction } from './pay-request.js'
import vectors from './vectors/lnurl-callback-cases.json' with { type: 'json' }

describe('decryptSuccessAction', () => {
  it.each(vectors.aes)('vector $id', async ({ preimage, iv, ciphertext, plaintext, ok }) => {
    expect(await decryptSuccessAction({ iv, ciphertext }, preimage)).toBe(ok ? plaintext : null)
  })

  it('says nothing for a preimage that is no key', async () => {
    const action = { iv: 'ABEiM0RVZneImaq7zN3u/w==', ciphertext: 'h+7FsacL6bSzf5IbP5PO1Q==' }
    for (const preimage of ['', 'zz', '00', '0'.repeat(128)])
      expect(await decryptSuccessAction(action, preimage)).toBeNull()
  })
})
