import { type IpRange, isInRange, parseIpRange, readIp } from '../ip-address.js'

/** Looks public, but inside Azure it is the host's own agent, which serves configuration. */
const AZURE_AGENT = '168.63.129.16'

/** The only allocated block of IPv6; loopback, mapped, translated, local and multicast addresses are outside. */
const GLOBAL_IPV6 = parseIpRange('2000::/3') as IpRange

/**
 * Whether an IP address, as a resolver or a socket spells it, is public. `ipaddr.js` knows the special ranges (IANA's
 * special-purpose registries). Addresses of this machine, its network, a tunnel into one or a cloud's metadata service
 * are not public, and neither is a text that is not an IP address. An IPv4 address inside an IPv6 one is refused in
 * every form, because no payment server needs it.
 */
export function isPublicAddress(address: string): boolean {
  const ip = address.includes('%') ? null : readIp(address)
  if (ip?.range() !== 'unicast' || ip.toString() === AZURE_AGENT) return false
  return ip.kind() === 'ipv4' || isInRange(ip, GLOBAL_IPV6)
}
