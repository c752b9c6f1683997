/** Why an ASCII text cannot be the host of a Lightning Address. */
export type HostnameProblem =
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
 * Checks a lower-case domain name: letters, digits and hyphens in labels of 1 to 63, 253 in all, at least one dot (RFC
 * 1035, RFC 5890), no IP address in any spelling that a URL parser accepts, no name that exists only in the reader's
 * own network, and onion names of version 3 only.
 */
export function hostnameProblem(domain: string): HostnameProblem | undefined {
  if (!/^[a-z0-9.-]*$/.test(domain)) return 'domain_charset'
  if (domain.length > 253) return 'domain_too_long'
  const labels = domain.split('.')
  if (labels.includes('')) return 'domain_empty_label'
  if (labels.some((label) => label.length > 63)) return 'domain_label_too_long'
  if (labels.some((label) => /^-|-$/.test(label))) return 'domain_hyphen'
  const top = labels.at(-1) ?? ''
  if (/^(\d+|0x[0-9a-f]*)$/.test(top)) return 'ip_or_numeric_tld'
  if (isPrivateName(domain)) return 'private_name'
  if (labels.length < 2) return 'domain_no_dot'
  // Version 2 names (16 characters) left the network in 2021.
  if (top === 'onion' && !/^[a-z2-7]{56}$/.test(labels.at(-2) ?? '')) return 'onion_not_v3'
  return undefined
}

/** Whether a host is reached through Tor. Only the last label decides: `x.onion.example.com` is a plain host. */
export function isOnion(hostname: string): boolean {
  return hostname.endsWith('.onion')
}

/**
 * Whether a host, spelt as `URL.hostname` spells it, is out in the open: not a name or an address of the
 * machine, of its network or of a cloud's metadata service. A name may still resolve to such an address, which the
 * BFF checks before it connects.
 */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return !SPECIAL_IPV4.test(hostname)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !isPrivateName(name)
}

function isPrivateName(name: string): boolean {
  return /(^|\.)(localhost|local|internal|lan|home\.arpa|invalid)$/.test(name)
}

// IANA special-purpose registry: ranges that are not globally reachable.
const SPECIAL_IPV4 =
  /^(0|10|127|22[4-9]|2[3-5]\d|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(0\.[02]|88\.99|168)|198\.(1[89]|51\.100)|203\.0\.113)\./

// Only 2000::/3 is allocated. In it, 6to4, Teredo and documentation ranges lead elsewhere. Mapped, translated,
// unique-local and link-local addresses lie outside of it.
function isPublicIpv6(address: string): boolean {
  const [head = 0, next = 0] = address.split(':').map((group) => Number(`0x${group || 0}`))
  const isSpecial =
    head === 0x2002 ||
    (head === 0x2001 && (next < 0x200 || next === 0xdb8)) ||
    (head === 0x3fff && next < 0x1000)
  return head >= 0x2000 && head <= 0x3fff && !isSpecial
}
