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
  const local = localProblem(domain)
  if (local) return local
  // Version 2 names (16 characters) left the network in 2021.
  if (isOnion(domain) && !/^[a-z2-7]{56}$/.test(labels.at(-2) ?? '')) return 'onion_not_v3'
  return undefined
}

/** Whether a host is reached through Tor. Only the last label decides: `x.onion.example.com` is a plain host. */
export function isOnion(hostname: string): boolean {
  return hostname.endsWith('.onion')
}

/** An IPv6 address counts as a name without a dot, because `URL` writes it with colons only. */
function localProblem(name: string): HostnameProblem | undefined {
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return 'ip_or_numeric_tld'
  if (/(^|\.)(localhost|local|internal|lan|home\.arpa|invalid)$/.test(name)) return 'private_name'
  return name.includes('.') ? undefined : 'domain_no_dot'
}
