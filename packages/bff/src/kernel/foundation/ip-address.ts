import ipaddr from 'ipaddr.js'

export type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** Parses IPv4 in four decimal parts or IPv6 (RFC 4291, section 2.2), without conversion; null for anything else. */
function readIp(text: string): Ip | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

/** Parses an address; IPv4 mapped into IPv6 becomes plain IPv4. */
export function parseIp(text: string): Ip | null {
  const ip = readIp(text)
  return ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}

export type IpRange = readonly [ip: Ip, prefixBits: number]

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address; null for anything else. */
export function parseIpRange(text: string): IpRange | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const ip = parseIp(address)
  if (!ip || rest.length > 0) return null
  const bits = ip.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return [ip, bits]
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? [ip, Number(prefix)] : null
}

export function isInRange(ip: Ip, [start, prefixBits]: IpRange): boolean {
  return ip.kind() === start.kind() && ip.match(start, prefixBits)
}
