/** Why a text cannot be the host of a Lightning Address. */
export type HostnameProblem =
  | 'domain_not_ascii'
  | 'domain_charset'
  | 'domain_empty_label'
  | 'domain_hyphen'
  | 'domain_label_too_long'
  | 'domain_too_long'
  | 'domain_no_dot'
  | 'ip_or_numeric_tld'
  | 'private_name'
  | 'onion_not_v3'

/**
 * Checks a lower-case domain name: letters, digits and hyphens in labels of 1 to 63, 253 in all, at least one
 * dot (RFC 1035, RFC 5890), no IP address in any spelling that a URL parser would take for one, no name that
 * only means something on the reader's own network, and onion names of version 3 only.
 */
export function hostnameProblem(domain: string): HostnameProblem | undefined {
  if (!/^[\x21-\x7e]*$/u.test(domain)) return 'domain_not_ascii'
  if (!/^[a-z0-9.-]*$/u.test(domain)) return 'domain_charset'
  if (domain.length > 253) return 'domain_too_long'
  const labels = domain.split('.')
  if (labels.includes('')) return 'domain_empty_label'
  if (labels.some((label) => label.length > 63)) return 'domain_label_too_long'
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return 'domain_hyphen'
  const top = labels.at(-1) ?? ''
  if (/^(?:\d+|0x[0-9a-f]*)$/u.test(top)) return 'ip_or_numeric_tld'
  if (isPrivateName(domain)) return 'private_name'
  if (labels.length < 2) return 'domain_no_dot'
  // Version 2 names (16 characters) left the network in 2021.
  if (top === 'onion' && !/^[a-z2-7]{56}$/u.test(labels.at(-2) ?? '')) return 'onion_not_v3'
  return undefined
}

/** Whether a host is reached through Tor. Only the last label decides: `x.onion.example.com` is a plain host. */
export function isOnion(hostname: string): boolean {
  return hostname.endsWith('.onion')
}

/**
 * Whether a host, spelt as `URL.hostname` spells it, is out in the open: not a name or an address of the
 * machine, of its network or of a cloud's metadata service. A name may still resolve to such an address, so a
 * server that fetches checks the resolved addresses with this too.
 */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(hostname)) return isPublicIpv4(hostname)
  const name = hostname.replace(/\.$/u, '')
  return name.includes('.') && !isPrivateName(name)
}

const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'lan', 'home.arpa', 'invalid']

function isPrivateName(name: string): boolean {
  return PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}

// IANA special-purpose registry: what is not globally reachable, as [first octets, prefix length].
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
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
  ['224.0.0.0', 3],
]

function isPublicIpv4(address: string): boolean {
  const value = ipv4Number(address)
  return !SPECIAL_IPV4.some(
    ([block, length]) => value >>> (32 - length) === ipv4Number(block) >>> (32 - length),
  )
}

function ipv4Number(address: string): number {
  return address.split('.').reduce((value, octet) => ((value << 8) | Number(octet)) >>> 0, 0)
}

// Only 2000::/3 is handed out; of that, 6to4, Teredo and documentation lead elsewhere. Mapped, translated,
// unique-local and link-local addresses all lie outside of it.
function isPublicIpv6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = Number.parseInt(first || '0', 16)
  const next = Number.parseInt(second || '0', 16)
  if (head < 0x2000 || head > 0x3fff || head === 0x2002) return false
  if (head === 0x3fff && next < 0x1000) return false
  return !(head === 0x2001 && (next < 0x200 || next === 0xdb8))
}
