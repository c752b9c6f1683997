import { describe, expect, it } from 'vitest'
import { vetUrl } from './vet-url.js'

describe('vetUrl', () => {
  it.each([
    ['https://pay.example.com/cb?id=1', 'https://pay.example.com/cb?id=1'],
    ['https://pay.example.com:443/cb', 'https://pay.example.com/cb'],
    ['HTTPS://Pay.Example.com/cb#frag', 'https://pay.example.com/cb'],
    ['https://xn--bcher-kva.example/cb', 'https://xn--bcher-kva.example/cb'],
  ])('takes %s', (text, href) => {
    const vetted = vetUrl(text)
    expect(vetted.ok && vetted.url.href).toBe(href)
  })

  it.each([
    ['https://user@pay.example.com/cb', 'bad'],
    ['https://user:secret@pay.example.com/cb', 'bad'],
    ['https://:secret@pay.example.com/cb', 'bad'],
    ['https://pay.example.com:8443/cb', 'bad'],
    ['https://pay.example.com./cb', 'bad'],
    ['https://under_score.example.com/cb', 'bad'],
    ['https://-a.example.com/cb', 'bad'],
    [`https://pay.example.com/${'a'.repeat(8000)}`, 'bad'],
    ['ftp://pay.example.com/cb', 'bad'],
    ['/relative', 'bad'],
    ['http://pay.example.com/cb', 'insecure'],
    ['https://8.8.8.8/cb', 'private'],
    ['https://intranet/cb', 'private'],
    ['https://shop.test/cb', 'private'],
    ['https://1.0.0.127.in-addr.arpa/cb', 'private'],
    ['https://pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion/cb', 'onion'],
    ['http://pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion/cb', 'onion'],
  ])('refuses %s as %s', (text, problem) => {
    expect(vetUrl(text)).toEqual({ ok: false, problem })
  })

  it('resolves a relative URL against the URL that redirected to it', () => {
    const vetted = vetUrl('//www.example.com/x', new URL('https://example.com/a'))
    expect(vetted.ok && vetted.url.href).toBe('https://www.example.com/x')
  })
})
