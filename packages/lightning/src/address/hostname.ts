import { parseUrl, refuse } from '@leyden/core/internal'

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

/**
 * Whether a host, spelt as `URL.hostname` spells it, is a name out in the open: not an IP address, which no provider
 * needs and which may belong to the reader's own network or to a cloud's metadata service, nor a name of that network.
 * A name may still resolve to such an address, which the BFF checks before it connects.
 */
function isPublicHost(hostname: string): boolean {
  return localProblem(hostname.replace(/\.$/, '')) === undefined
}

/** An IPv6 address counts as a name without a dot, because `URL` writes it with colons only. */
function localProblem(name: string): HostnameProblem | undefined {
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return 'ip_or_numeric_tld'
  if (/(^|\.)(localhost|local|internal|lan|home\.arpa|invalid)$/.test(name)) return 'private_name'
  return name.includes('.') ? undefined : 'domain_no_dot'
}

/** Why a URL from outside may not be requested or opened. */
export type RemoteUrlProblem = 'bad' | 'insecure' | 'private'

export type RemoteUrl = { ok: true; url: URL } | { ok: false; reason: RemoteUrlProblem }

/**
 * Reads a URL that came from outside: absolute, `https:`, or `http:` for onion names (LUD-01), without credentials, on
 * a public host. The URL parser has already converted decimal, hexadecimal and full-width spellings of an address into
 * its usual form.
 */
export function parseRemoteUrl(text: unknown): RemoteUrl {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  // Stricter than a URL parser, which also accepts `https:host` and a host with a line break in it.
  const url = /^https?:\/\/[^\s\\/?#]+([/?#]|$)/i.test(trimmed) && parseUrl(trimmed)
  if (!url || url.username || url.password) return refuse('bad')
  if (url.protocol === 'http:' && !isOnion(url.hostname)) return refuse('insecure')
  return isPublicHost(url.hostname) ? { ok: true, url } : refuse('private')
}
