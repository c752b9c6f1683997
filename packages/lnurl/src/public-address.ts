import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Looks public, but inside Azure it is the host's own agent, which serves configuration. */
const AZURE_AGENT = '168.63.129.16'

/** The only allocated block of IPv6; loopback, mapped, translated, local and multicast addresses are outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address, as a resolver or a socket spells it, is public. `ipaddr.js` knows the special ranges (IANA's
 * special-purpose registries). Addresses of this machine, its network, a tunnel into one or a cloud's metadata service
 * are not public, and neither is a text that is not an IP address. An IPv4 address inside an IPv6 one is refused in
 * every form, because no payment server needs it.
 */
export function isPublicAddress(address: string): boolean {
  const ip = readIp(address)
  if (ip?.range() !== 'unicast' || ip.toString() === AZURE_AGENT) return false
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_IPV6)
}

/** Null for other spellings, such as `127.1` and `0x7f000001`, which `ipaddr.js` alone would read, and for zones. */
function readIp(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return null
  return ipaddr.parse(address)
}
