import { describe, expect, it } from 'vitest'
import { vetUrl } from './vet-url.js'

const ONION = 'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion'

describe('vetUrl', () => {
  it('accepts what the parsers accept, so that a valid address can be paid', () => {
    for (const text of [
      'https://pay.example.com:8443/cb',
      'https://pay.example.com./cb',
      'https://my_node.example.com/cb',
    ])
      expect(vetUrl(text).ok).toBe(true)
  })

  it.each([
    ['https://8.8.8.8/cb', 'private'],
    ['http://pay.example.com/cb', 'insecure'],
    ['https://pay.example.com:25/cb', 'port'],
    ['/relative', 'bad'],
    [`https://${ONION}/cb`, 'onion'],
    [`http://${ONION}/cb`, 'onion'],
  ])('refuses %s as %s', (text, problem) => {
    expect(vetUrl(text)).toEqual({ ok: false, problem })
  })

  it('resolves a relative URL against the URL that redirected to it', () => {
    const vetted = vetUrl('//www.example.com/x', new URL('https://example.com/a'))
    expect(vetted.ok && vetted.url.href).toBe('https://www.example.com/x')
  })
})
