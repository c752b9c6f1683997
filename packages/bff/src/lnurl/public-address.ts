import { BlockList, isIP } from 'node:net'

type Block = readonly [network: string, prefixLength: number]

/** IANA's special-purpose registry for IPv4, what is not globally reachable, and one address more. */
const REFUSED_IPV4: readonly Block[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, but inside Azure it is the host's own agent, which hands out configuration.
  ['168.63.129.16', 32],
]

/** The only block of IPv6 that is handed out; loopback, mapped, translated, local and multicast lie outside. */
const GLOBAL_IPV6: Block = ['2000::', 3]

/** Inside of it: Teredo and other protocol assignments, documentation, 6to4. */
const REFUSED_IPV6: readonly Block[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [network, length] of REFUSED_IPV4) refused.addSubnet(network, length, 'ipv4')
for (const [network, length] of REFUSED_IPV6) refused.addSubnet(network, length, 'ipv6')

const globalIpv6 = new BlockList()
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6')

/**
 * Whether an IP address, as a resolver or a socket spells it, is out on the internet. Everything that means this
 * machine, its network, a tunnel into one or a cloud's metadata service is not, and neither is a text that is no
 * IP address. An IPv4 address inside an IPv6 one is refused in every form: no server that people pay needs it.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}
