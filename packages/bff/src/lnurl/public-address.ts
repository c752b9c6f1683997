import { type IpRange, isInRange, parseIpRange, readIp } from '../ip-address.js'

/** Refused in addition to the special ranges that `ipaddr.js` knows (IANA's special-purpose registries). */
const REFUSED = [
  // Deprecated 6to4 relays, TEST-NET and other assignments that are not globally reachable.
  '192.0.0.0/24',
  '192.88.99.0/24',
  // Looks public, but inside Azure it is the host's own agent, which serves configuration.
  '168.63.129.16',
  // Teredo and other protocol assignments, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map((range) => parseIpRange(range) as IpRange)

/** The only allocated block of IPv6; loopback, mapped, translated, local and multicast addresses are outside. */
const GLOBAL_IPV6 = parseIpRange('2000::/3') as IpRange

/**
 * Whether an IP address, as a resolver or a socket spells it, is public. Addresses of this machine, its network, a
 * tunnel into one or a cloud's metadata service are not, and neither is a text that is not an IP address. An IPv4
 * address inside an IPv6 one is refused in every form, because no payment server needs it.
 */
export function isPublicAddress(address: string): boolean {
  const ip = address.includes('%') ? null : readIp(address)
  if (ip?.range() !== 'unicast' || REFUSED.some((range) => isInRange(ip, range))) return false
  return ip.kind() === 'ipv4' || isInRange(ip, GLOBAL_IPV6)
}
