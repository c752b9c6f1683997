import { describe, expect, it } from 'vitest'
import { createTokens } from './tokens.js'

const [OLD, NEW] = [
  'the first secret, of more than 32 characters',
  'the second secret, of more than 32 characters',
]

describe('an encrypted text', () => {
  it('can be decrypted in its place with the secret, even after a new secret was put first', async () => {
    const sealed = await createTokens([OLD]).seal('place', 'a text ₿')
    expect(sealed).not.toContain('text')
    expect(await createTokens([OLD]).open('place', sealed)).toBe('a text ₿')
    expect(await createTokens([NEW, OLD]).open('place', sealed)).toBe('a text ₿')
    expect(await createTokens([NEW]).open('place', sealed)).toBeNull()
  })

  it('cannot be decrypted in another place, changed, or compared with the same text', async () => {
    const tokens = createTokens([OLD])
    const sealed = await tokens.seal('place', 'a text')
    expect(await tokens.open('other place', sealed)).toBeNull()
    expect(await tokens.seal('place', 'a text')).not.toBe(sealed)
    const middle = Math.floor(sealed.length / 2)
    const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
    for (const text of [changed, sealed.slice(0, -4), sealed.split('.')[0] ?? '', '', `${sealed}!`])
      expect(await tokens.open('place', text)).toBeNull()
  })
})
