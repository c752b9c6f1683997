import { describe, expect, it } from 'vitest'
import { parseRemoteUrl } from './remote-url.js'

const ONION = 'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion'

const readingOf = (text: unknown, base?: string) => {
  const remote = parseRemoteUrl(text, base === undefined ? {} : { base: new URL(base) })
  return remote.ok ? remote.url.href : remote.reason
}

describe('a URL from outside', () => {
  it.each([
    ['https://pay.example.com/cb?id=1', 'https://pay.example.com/cb?id=1'],
    ['https://pay.example.com:443/cb', 'https://pay.example.com/cb'],
    [' HTTPS://Pay.Example.com/cb#part\n', 'https://pay.example.com/cb#part'],
    ['https://xn--bcher-kva.example/cb', 'https://xn--bcher-kva.example/cb'],
    ['https://bücher.example/cb', 'https://xn--bcher-kva.example/cb'],
    ['https://pay.example.com./cb', 'https://pay.example.com/cb'],
    ['https://my_node.shop.example/cb', 'https://my_node.shop.example/cb'],
    ['https://_lnurl.shop.example/cb', 'https://_lnurl.shop.example/cb'],
    ['https://pay.example.com:8443/cb', 'https://pay.example.com:8443/cb'],
    ['https://pay.example.com:1024/cb', 'https://pay.example.com:1024/cb'],
    ['https://pay.example.com:65535/cb', 'https://pay.example.com:65535/cb'],
    [`http://${ONION}/cb`, `http://${ONION}/cb`],
    [`https://${ONION}/cb`, `https://${ONION}/cb`],
    ['https://localhost.example/cb', 'https://localhost.example/cb'],
    [`https://pay.example.com/${'a'.repeat(7_976)}`, `https://pay.example.com/${'a'.repeat(7_976)}`],
  ])('is read: %s', (text, href) => {
    expect(readingOf(text)).toBe(href)
  })

  it('is read again as it was read, or not at all: its encoded form may be longer than its text', () => {
    for (const length of [7_900, 7_965, 7_970, 7_976, 7_980]) {
      for (const start of [
        'https://bücher.example/',
        'https://pay.example.com/ü',
        'https://pay.example.com/a b',
      ]) {
        const once = parseRemoteUrl(`${start}${'a'.repeat(length)}`)
        if (once.ok) expect(readingOf(once.url.href)).toBe(once.url.href)
      }
    }
    expect(readingOf(`https://bücher.example/${'a'.repeat(7_976)}`)).toBe('bad')
  })

  it.each([
    ['https://user@pay.example.com/cb', 'bad'],
    ['https://user:secret@pay.example.com/cb', 'bad'],
    ['https://:secret@pay.example.com/cb', 'bad'],
    ['https://pay.example.com../cb', 'bad'],
    ['https://pay..example.com/cb', 'bad'],
    ['https://-a.example.com/cb', 'bad'],
    [`https://${'a'.repeat(64)}.example.com/cb`, 'bad'],
    ['https://pay.example.com:0x1f90/cb', 'bad'],
    ['https://pay.example.com:65536/cb', 'bad'],
    [`https://pay.example.com/${'a'.repeat(7_977)}`, 'bad'],
    ['ftp://pay.example.com/cb', 'bad'],
    ['https:pay.example.com/cb', 'bad'],
    ['/relative', 'bad'],
    ['//pay.example.com/cb', 'bad'],
    ['', 'bad'],
    [null, 'bad'],
    ['http://facebookcorewwwi.onion/cb', 'bad'],
    ['http://pay.example.com/cb', 'insecure'],
    ['http://x.onion.example.com/cb', 'insecure'],
    ['https://8.8.8.8/cb', 'private'],
    ['https://0x7f.1/cb', 'private'],
    ['https://[2606:4700::1111]/cb', 'private'],
    ['https://intranet/cb', 'private'],
    ['https://localhost./cb', 'private'],
    ['https://127.0.0.1:22/cb', 'private'],
    ['https://1.0.0.127.in-addr.arpa/cb', 'private'],
  ])('is refused: %s as %s', (text, reason) => {
    expect(readingOf(text)).toBe(reason)
  })

  it.each(['test', 'arpa', 'alt', 'localdomain', 'corp', 'home', 'local', 'internal', 'lan', 'invalid'])(
    'is refused on a name under .%s, which is not out in the open',
    (name) => {
      expect(readingOf(`https://shop.${name}/cb`)).toBe('private')
      expect(readingOf(`https://shop.${name}./cb`)).toBe('private')
    },
  )

  it.each([1, 22, 25, 80, 110, 993, 1023, 1719, 2049, 5060, 6000, 6667, 10_080])(
    'is refused on port %d, where servers of other protocols listen',
    (port) => {
      expect(readingOf(`https://pay.example.com:${port}/cb`)).toBe('port')
    },
  )
})

describe('the target of a redirect', () => {
  it.each([
    ['/b?x=1', 'https://example.com/b?x=1'],
    ['//www.example.com/x', 'https://www.example.com/x'],
    ['https://www.example.com/x', 'https://www.example.com/x'],
    ['https://example.com.:8443/x', 'https://example.com:8443/x'],
  ])('may be relative: %s', (text, href) => {
    expect(readingOf(text, 'https://example.com/a')).toBe(href)
  })

  it.each([
    ['http://www.example.com/x', 'insecure'],
    ['//127.0.0.1/x', 'private'],
    ['https:\\\\127.0.0.1\\x', 'private'],
    ['//user@example.com/x', 'bad'],
    ['javascript:alert(1)', 'bad'],
    ['https://www.example.com:25/x', 'port'],
  ])('is checked like any other: %s is %s', (text, reason) => {
    expect(readingOf(text, 'https://example.com/a')).toBe(reason)
  })
})
