import { describe, expect, it, vi } from 'vitest'
import { isInRange, parseIp, parseIpRange } from '../foundation/ip-address.js'
import { createClientIp, forwardedIp, siteOf } from './client-ip.js'

const requestThrough = (forwarded?: string) =>
  new Request('http://bff.example/', forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {})

it('is the last forwarded address for frameworks that hide the connection', () => {
  expect(forwardedIp(requestThrough('192.0.2.66, 203.0.113.9'))).toBe('203.0.113.9')
  expect(forwardedIp(requestThrough())).toBeUndefined()
  const headers = { forwarded: 'for=192.0.2.66, for="203.0.113.9:1"' }
  expect(forwardedIp(new Request('http://bff.example/', { headers }))).toBe('203.0.113.9:1')
  expect(forwardedIp(requestThrough('192.0.2.66, "203.0.113.9",'))).toBe('203.0.113.9')
  // A proxy adds to one of them, and passes the other on as the client sent it.
  const forged = { 'x-forwarded-for': '192.0.2.66', forwarded: 'for=203.0.113.9' }
  expect(forwardedIp(new Request('http://bff.example/', { headers: forged }))).toBeUndefined()
})

describe('the client of a request', () => {
  const direct = createClientIp([]).of
  const behindProxies = createClientIp(['10.0.0.0/8', 'fd00::/8']).of

  it('is the peer if there are no trusted proxies, whatever the headers', () => {
    expect(direct(requestThrough('203.0.113.9'), '198.51.100.7')).toBe(
      direct(requestThrough(), '198.51.100.7'),
    )
  })

  it('is the address that the trusted proxy added, not one that the client sent', () => {
    const client = behindProxies(requestThrough(), '203.0.113.9')
    expect(behindProxies(requestThrough('203.0.113.9'), '10.1.2.3')).toBe(client)
    expect(behindProxies(requestThrough('192.0.2.66, 203.0.113.9'), '10.1.2.3')).toBe(client)
    expect(behindProxies(requestThrough('192.0.2.66, 203.0.113.9, 10.9.9.9'), 'fd00::1')).toBe(client)
  })

  it.each([['203.0.113.9:51234'], ['192.0.2.66, 203.0.113.9:1'], ['203.0.113.9, 10.9.9.9:443']])(
    'is read with the port that some proxies add: %s',
    (header) => {
      expect(behindProxies(requestThrough(header), '10.1.2.3:80')).toBe(
        direct(requestThrough(), '203.0.113.9'),
      )
    },
  )

  it('is read from brackets, as proxies write IPv6 addresses', () => {
    const client = direct(requestThrough(), '2001:db8:1:2::1')
    for (const header of ['[2001:db8:1:2::1]:51234', '[2001:db8:1:2::1]', '2001:db8:1:2::1'])
      expect(behindProxies(requestThrough(header), '[fd00::1]:8080'), header).toBe(client)
  })

  it.each([
    ['"203.0.113.9"', '203.0.113.9'],
    ['"[2001:db8:1:2::1]"', '2001:db8:1:2::1'],
    ['"[2001:db8:1:2::1]:51234"', '2001:db8:1:2::1'],
    ['2001:db8:1:2:0:0:0:1:51234', '2001:db8:1:2::1'],
    ['203.0.113.9,', '203.0.113.9'],
    ['192.0.2.66, , 203.0.113.9, ,', '203.0.113.9'],
  ])('is read as some proxies write it: %s', (header, client) => {
    const request = requestThrough(header)
    expect(behindProxies(request, '10.1.2.3')).toBe(direct(requestThrough(), client))
    expect(createClientIp(['10.0.0.0/8']).forwarding(request, '10.1.2.3')).toBe('read')
  })

  it.each(['unknown', '203.0.113.9, unknown', '192.0.2.66, 203.0.113.9 (edge)', '"unfinished'])(
    'is the proxy if that writes %j, which the log says once',
    (header) => {
      const warn = vi.fn()
      const { of, forwarding } = createClientIp(['10.0.0.0/8'], { warn })
      expect(of(requestThrough('203.0.113.9'), '10.1.2.3')).not.toBe(of(requestThrough(), '10.1.2.3'))
      expect(warn).not.toHaveBeenCalled()
      expect(of(requestThrough(header), '10.1.2.3')).toBe(of(requestThrough(), '10.1.2.3'))
      expect(forwarding(requestThrough(header), '10.1.2.3')).toBe('unread')
      expect(warn.mock.calls).toEqual([
        [
          { code: 'CLIENT_ADDRESS_MISSING', proxy: '10.1.2.3', hop: header.split(', ').at(-1) },
          expect.stringContaining('cannot be read'),
        ],
      ])
    },
  )

  it('is read before what a client has written itself, which need not be readable', () => {
    const warn = vi.fn()
    const { of } = createClientIp(['10.0.0.0/8'], { warn })
    const client = of(requestThrough(), '203.0.113.9')
    expect(of(requestThrough('rubbish, 203.0.113.9'), '10.1.2.3')).toBe(client)
    expect(of(requestThrough('rubbish'), '203.0.113.9')).toBe(client)
    expect(warn).not.toHaveBeenCalled()
  })

  const forwarded = (value: string, other: Record<string, string> = {}) =>
    new Request('http://bff.example/', { headers: { forwarded: value, ...other } })

  it.each([
    ['for=203.0.113.9'],
    ['for=192.0.2.66, For="203.0.113.9:4711";proto=https;by=10.0.0.1'],
    ['proto=https; for=203.0.113.9, for=10.9.9.9'],
    ['for=203.0.113.9,'],
  ])('is read from Forwarded (RFC 7239): %s', (header) => {
    expect(behindProxies(forwarded(header), '10.1.2.3')).toBe(direct(requestThrough(), '203.0.113.9'))
    expect(direct(forwarded(header), '198.51.100.7')).toBe(direct(requestThrough(), '198.51.100.7'))
  })

  it('is read from Forwarded also for IPv6, and not from a hidden hop', () => {
    const header = 'for="[2001:db8:1:2::1]:4711"'
    expect(behindProxies(forwarded(header), '10.1.2.3')).toBe(direct(requestThrough(), '2001:db8:1:2::1'))
    for (const hidden of ['for=unknown', 'for=_gazonk', 'proto=https', 'for=203.0.113.9, proto=https'])
      expect(behindProxies(forwarded(hidden), '10.1.2.3'), hidden).toBe(direct(requestThrough(), '10.1.2.3'))
  })

  it('is the proxy if the two headers differ: the client may have sent one of them', () => {
    const both = (other: string) => forwarded('for=203.0.113.9', { 'x-forwarded-for': other })
    expect(behindProxies(both('192.0.2.66'), '10.1.2.3')).toBe(direct(requestThrough(), '10.1.2.3'))
    expect(behindProxies(both('203.0.113.9:1'), '10.1.2.3')).toBe(direct(requestThrough(), '203.0.113.9'))
  })

  it('belongs to a site: the /48 of IPv6, and an IPv4 address itself', () => {
    const site = (ip: string) => siteOf(direct(requestThrough(), ip) ?? '')
    expect(site('2001:db8:1:2::1')).toBe(site('2001:db8:1:ffff::1'))
    expect(site('2001:db8:1:2::1')).not.toBe(site('2001:db8:2:2::1'))
    expect(site('192.0.2.1')).not.toBe(site('192.0.2.2'))
  })

  it('is the proxy if the header is malformed', () => {
    expect(behindProxies(requestThrough('rubbish'), '10.1.2.3')).toBe(
      behindProxies(requestThrough(), '10.1.2.3'),
    )
  })

  it('is one client for a whole IPv6 network of 64 bits, and for IPv4 inside IPv6', () => {
    expect(direct(requestThrough(), '2001:db8:1:2::1')).toBe(direct(requestThrough(), '2001:db8:1:2:ffff::9'))
    expect(direct(requestThrough(), '2001:db8:1:2::1')).not.toBe(direct(requestThrough(), '2001:db8:1:3::1'))
    expect(direct(requestThrough(), '::ffff:198.51.100.7')).toBe(direct(requestThrough(), '198.51.100.7'))
  })

  it('is unknown without a peer', () => {
    expect(direct(requestThrough('203.0.113.9'), undefined)).toBeNull()
  })

  it('refuses malformed ranges', () => {
    for (const text of ['10.0.0.0/33', 'example.com', '10.0.0/8', '::/129', '1.2.3.4/8/8', ''])
      expect(() => createClientIp([text]), text).toThrow(/not an IP address/)
  })
})

describe('IP addresses', () => {
  it.each([
    ['255.255.255.255', 'ipv4', '255.255.255.255'],
    ['::1', 'ipv6', '::1'],
    ['1:2:3:4:5:6:7:8', 'ipv6', '1:2:3:4:5:6:7:8'],
    ['::ffff:1.2.3.4', 'ipv4', '1.2.3.4'],
    ['64:ff9b::1.2.3.4', 'ipv6', '64:ff9b::102:304'],
  ])('reads %s', (text, kind, address) => {
    const ip = parseIp(text)
    expect([ip?.kind(), ip?.toString()]).toEqual([kind, address])
  })

  it.each([
    '',
    '1.2.3',
    '127.1',
    '2130706433',
    '010.0.0.1',
    '0x7f.0.0.1',
    '1.2.3.256',
    '1:2:3',
    '1::2::3',
    ':::',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
    'g::',
    '::1.2.3.999',
  ])('refuses %j', (text) => {
    expect(parseIp(text)).toBeNull()
  })

  it('compares the leading bits only', () => {
    const range = parseIpRange('10.128.0.0/9')
    const contains = (text: string) => {
      const ip = parseIp(text)
      return ip && range && isInRange(ip, range)
    }
    expect([contains('10.129.0.1'), contains('10.127.0.1'), contains('::a81:1')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
