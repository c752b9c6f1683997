import { LeydenError } from '@leyden/core'
import { type Ip, isInRange, parseIp, parseIpRange } from './ip-address.js'

/**
 * Finds out who is asking. `X-Forwarded-For` is believed only where a named proxy has written it: it is read from
 * the right, and the first address that is not a proxy's is the client's.
 *
 * @param trustedProxies addresses and ranges such as `10.0.0.0/8`.
 * @throws LeydenError `BAD_REQUEST` for a range that is none.
 */
export function createClientIp(trustedProxies: readonly string[]) {
  const ranges = trustedProxies.map((text) => {
    const range = parseIpRange(text)
    if (!range)
      throw new LeydenError('BAD_REQUEST', `"${text}" is no IP address and no range of them.`, {
        field: 'trustedProxies',
      })
    return range
  })
  const isProxy = (ip: Ip) => ranges.some((range) => isInRange(ip, range))

  /** What limits are counted by: an IPv4 address, or the first half of an IPv6 one, which is one household's. */
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
    return ip.bits === 32 ? `4:${ip.value.toString(16)}` : `6:${(ip.value >> 64n).toString(16)}`
  }
}
