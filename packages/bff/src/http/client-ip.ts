import { type Ip, type IpRange, isInRange, parseIp, parseIpRange } from '../ip-address.js'
import { badField } from './bad-field.js'

/**
 * Finds the client of a request. `X-Forwarded-For` counts only if a trusted proxy has added it: it is read from the
 * right, and the first address that is not a proxy's is the client's.
 *
 * @param trustedProxies addresses and ranges such as `10.0.0.0/8`.
 * @throws LeydenError `BAD_REQUEST` for a malformed range.
 */
export function createClientIp(trustedProxies: readonly string[]) {
  const ranges = trustedProxies.map((text): IpRange => {
    const range = parseIpRange(text)
    if (range) return range
    throw badField('trustedProxies', `holds "${text}", which is no IP address and no range of them`)
  })
  const isProxy = (ip: Ip) => ranges.some((range) => isInRange(ip, range))

  /** The key of a client's rate limits: an IPv4 address, or the /64 network of an IPv6 address, which one household has. */
  return (request: Request, peer: string | undefined): string | null => {
    let ip = parseIp(peer ?? '')
    if (!ip) return null
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').reverse()
    for (const hop of hops) {
      if (!isProxy(ip)) break
      const earlier = parseIp(hop.trim())
      if (!earlier) break
      ip = earlier
    }
    const bytes = ip.toByteArray()
    return ip.kind() === 'ipv4' ? `4:${bytes.join('.')}` : `6:${bytes.slice(0, 8).join('.')}`
  }
}

/**
 * The last address of a request's `X-Forwarded-For`, which your proxy or host has added. For frameworks that hide the
 * connection, and only behind a proxy: without one, a visitor can forge it.
 *
 * ```ts
 * bff.fetch(request, { ip: forwardedIp(request) })
 * ```
 */
export function forwardedIp(request: Request): string | undefined {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
}
