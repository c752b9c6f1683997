import { type Ip, type IpRange, isInRange, parseIp, parseIpRange } from '../ip-address.js'
import { badField } from './bad-field.js'
import type { HttpRequest } from './http-request.js'

/** Finds the client of a request. */
export interface ClientIp {
  /**
   * The key of a client's rate limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one
   * household. Null if the host does not pass addresses on.
   */
  of(request: HttpRequest, peer: string | undefined): string | null
  /** Whether an address belongs to a trusted proxy. */
  isProxy(address: string): boolean
}

/**
 * Finds the client of a request. `X-Forwarded-For` and `Forwarded` (RFC 7239) count only if a trusted proxy has added
 * to them: they are read from the right, and the first address that is not a proxy's is the client's. If both exist and
 * differ, neither counts, because a proxy adds to one of them and passes the other on as the client sent it.
 *
 * @param trustedProxies addresses and ranges such as `10.0.0.0/8`.
 * @throws LeydenError `BAD_REQUEST` for a malformed range.
 */
export function createClientIp(trustedProxies: readonly string[]): ClientIp {
  const ranges = trustedProxies.map((text): IpRange => {
    const range = parseIpRange(text)
    if (range) return range
    throw badField('trustedProxies', `contains "${text}", which is not an IP address or range`)
  })
  const isProxy = (ip: Ip) => ranges.some((range) => isInRange(ip, range))

  function clientOf(peer: Ip, hops: readonly string[]): Ip {
    let ip = peer
    for (const hop of [...hops].reverse()) {
      if (!isProxy(ip)) break
      const earlier = parseHop(hop)
      if (!earlier) break
      ip = earlier
    }
    return ip
  }

  return {
    of(request: HttpRequest, peer: string | undefined): string | null {
      const ip = parseHop(peer ?? '')
      if (!ip) return null
      const clients = [xForwardedFor(request), forwardedFor(request)]
        .filter((hops) => hops.length > 0)
        .map((hops) => keyOf(clientOf(ip, hops)))
      return clients[0] !== undefined && clients.every((client) => client === clients[0])
        ? clients[0]
        : keyOf(ip)
    },
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
 * For frameworks that hide the connection. Use it only behind a proxy: without one, a visitor can forge the header.
 *
 * ```ts
 * bff.fetch(request, { ip: forwardedIp(request) })
 * ```
 */
export function forwardedIp(request: Request): string | undefined {
  return xForwardedFor(request).at(-1) ?? forwardedFor(request).at(-1)
}

function xForwardedFor(request: HttpRequest): string[] {
  const header = request.headers.get('x-forwarded-for')
  return header === null ? [] : header.split(',').map((hop) => hop.trim())
}

/** The `for` of each element; an element without one is a hop that hides its address. */
function forwardedFor(request: HttpRequest): string[] {
  const header = request.headers.get('forwarded')
  if (header === null) return []
  return header.split(',').map((element) => /(?:^|[;\s])for="?([^";\s]*)/i.exec(element)?.[1] ?? '')
}

/** Parses an address as proxies write it: alone, as `203.0.113.9:51234`, or as `[2001:db8::1]:51234`. */
function parseHop(text: string): Ip | null {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? []
  return parseIp(v6 ?? v4 ?? text)
}

function keyOf(ip: Ip): string {
  const bytes = ip.toByteArray()
  return ip.kind() === 'ipv4' ? `4:${bytes.join('.')}` : `6:${bytes.slice(0, 8).join('.')}`
}
