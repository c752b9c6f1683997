import type { Log } from '@leyden/core'
import { type Ip, type IpRange, isInRange, parseIp, parseIpRange } from '../foundation/ip-address.js'
import { badField } from './bad-field.js'
import type { HttpRequest } from './http-request.js'

/** What a request says about the proxies on its way; `unread` if a trusted one wrote what cannot be read, or contradicts. */
type Forwarding = 'none' | 'untrusted' | 'unread' | 'read'

/** Finds the client of a request. */
export interface ClientIp {
  /**
   * The key of a client's rate limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one
   * household. Null if the host does not pass addresses on.
   */
  of(request: HttpRequest, peer: string | undefined): string | null
  /** How `of` has read the headers of a request. */
  forwarding(request: HttpRequest, peer: string | undefined): Forwarding
  /** Whether an address belongs to a trusted proxy. */
  isProxy(address: string): boolean
}

/**
 * Finds the client of a request. `X-Forwarded-For` and `Forwarded` (RFC 7239) count only if a trusted proxy has added
 * to them: they are read from the right, and the first address that is not a proxy's is the client's. If both exist and
 * differ, neither counts, because a proxy adds to one of them and passes the other on as the client sent it.
 *
 * A hop that cannot be read ends the reading, because a client may have written those before it. Then all clients behind
 * this proxy count as one, which the log says once.
 *
 * @param trustedProxies addresses and ranges such as `10.0.0.0/8`.
 * @throws LeydenError `BAD_REQUEST` for a malformed range.
 */
export function createClientIp(trustedProxies: readonly string[], log?: Pick<Log, 'warn'>): ClientIp {
  const ranges = trustedProxies.map((text): IpRange => {
    const range = parseIpRange(text)
    if (range) return range
    throw badField('trustedProxies', `contains "${text}", which is not an IP address or range`)
  })
  const isProxy = (ip: Ip) => ranges.some((range) => isInRange(ip, range))

  let hasWarned = false

  /** The client; null if a proxy wrote a hop that cannot be read. */
  function clientOf(peer: Ip, hops: readonly string[]): string | null {
    let ip = peer
    for (const hop of [...hops].reverse()) {
      if (!isProxy(ip)) break
      const earlier = parseHop(hop)
      if (!earlier) {
        if (!hasWarned)
          log?.warn(
            { code: 'CLIENT_ADDRESS_MISSING', proxy: ip.toString(), hop: hop.slice(0, 60) },
            UNREAD_HOP,
          )
        hasWarned = true
        return null
      }
      ip = earlier
    }
    return keyOf(ip)
  }

  function read(request: HttpRequest, peer: string | undefined): { client: string | null; how: Forwarding } {
    const ip = parseHop(peer ?? '')
    if (!ip) return { client: null, how: 'none' }
    const headers = [xForwardedFor(request), forwardedFor(request)].filter((hops) => hops.length > 0)
    if (headers.length === 0) return { client: keyOf(ip), how: 'none' }
    if (!isProxy(ip)) return { client: keyOf(ip), how: 'untrusted' }
    const [client = null, other = client] = headers.map((hops) => clientOf(ip, hops))
    if (client === null || other !== client) return { client: keyOf(ip), how: 'unread' }
    return { client, how: 'read' }
  }

  return {
    of: (request, peer) => read(request, peer).client,
    forwarding: (request, peer) => read(request, peer).how,
    isProxy(address: string): boolean {
      const ip = parseIp(address)
      return ip !== null && isProxy(ip)
    },
  }
}

/** The site of a client: the /48 of an IPv6 network, and an IPv4 address itself. */
export function siteOf(client: string): string {
  return client.startsWith('6:') ? client.split('.').slice(0, 6).join('.') : client
}

/**
 * Returns the last address of a request's `X-Forwarded-For` or else `Forwarded`, which your proxy or host has added.
 * If both exist and differ, it returns none, because a proxy adds to one of them and passes the other on as the client
 * sent it. For frameworks that hide the connection. Use it only behind a proxy: without one, a visitor can forge the header.
 *
 * ```ts
 * bff.fetch(request, { ip: forwardedIp(request) })
 * ```
 */
export function forwardedIp(request: Request): string | undefined {
  const [first, second] = [xForwardedFor(request).at(-1), forwardedFor(request).at(-1)]
  return first === undefined || second === undefined || first === second ? (first ?? second) : undefined
}

const UNREAD_HOP =
  'A trusted proxy writes an address that cannot be read, so all clients behind it share one rate limit. Let it write the address of its client'

function xForwardedFor(request: HttpRequest): string[] {
  return elementsOf(request.headers.get('x-forwarded-for')).map((hop) => hop.replace(/^"(.*)"$/, '$1'))
}

/** The `for` of each element; an element without one is a hop that hides its address. */
function forwardedFor(request: HttpRequest): string[] {
  return elementsOf(request.headers.get('forwarded')).map(
    (element) => /(?:^|[;\s])for="?([^";\s]*)/i.exec(element)?.[1] ?? '',
  )
}

/** The elements of a list; empty ones do not count (RFC 9110, section 5.6.1). */
function elementsOf(header: string | null): string[] {
  const elements = (header ?? '').split(',').map((element) => element.trim())
  return elements.filter((element) => element !== '')
}

/**
 * Parses an address as proxies write it: alone, as `203.0.113.9:51234`, as `[2001:db8::1]:51234`, or with all eight
 * groups as `2001:db8:0:0:0:0:0:1:51234`.
 */
function parseHop(text: string): Ip | null {
  const [, bracketed, v4, v6] =
    /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+)|((?:[\da-f]{1,4}:){7}[\da-f]{1,4}))(?::\d{1,5})?$/i.exec(text) ??
    []
  return parseIp(bracketed ?? v4 ?? v6 ?? text)
}

function keyOf(ip: Ip): string {
  const bytes = ip.toByteArray()
  return ip.kind() === 'ipv4' ? `4:${bytes.join('.')}` : `6:${bytes.slice(0, 8).join('.')}`
}
