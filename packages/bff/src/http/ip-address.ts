/** An address as a number, so that ranges are a comparison of leading bits. */
export interface Ip {
  bits: 32 | 128
  value: bigint
}

export interface IpRange {
  ip: Ip
  prefixBits: number
}

/** Reads IPv4 in four decimal parts or IPv6 (RFC 4291, section 2.2); IPv4 inside IPv6 becomes plain IPv4. */
export function parseIp(text: string): Ip | null {
  const v4 = parseIpv4(text)
  if (v4 !== null) return { bits: 32, value: v4 }
  const value = parseIpv6(text)
  if (value === null) return null
  const isMapped = value >> 32n === 0xffffn
  return isMapped ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value }
}

/** Reads `10.0.0.0/8`, `fd00::/8`, or a single address. */
export function parseIpRange(text: string): IpRange | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const ip = parseIp(address)
  if (!ip || rest.length > 0) return null
  if (prefix === undefined) return { ip, prefixBits: ip.bits }
  const prefixBits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  return prefixBits <= ip.bits ? { ip, prefixBits } : null
}

export function isInRange(ip: Ip, range: IpRange): boolean {
  const rest = BigInt(range.ip.bits - range.prefixBits)
  return ip.bits === range.ip.bits && ip.value >> rest === range.ip.value >> rest
}

function parseIpv4(text: string): bigint | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return null
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function parseIpv6(text: string): bigint | null {
  const zoneless = text.replace(/%[\w.-]+$/, '')
  // The last 32 bits may be written as IPv4.
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(zoneless)
  const v4 = tail ? parseIpv4(tail[2] ?? '') : null
  if (tail && v4 === null) return null
  const full =
    v4 === null ? zoneless : `${tail?.[1]}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`

  const halves = full.split('::')
  if (halves.length > 2) return null
  const [head = [], end = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - end.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...end]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}
