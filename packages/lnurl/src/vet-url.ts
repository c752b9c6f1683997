import { tryOrUndefined } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning/address'

/** Why a URL is not fetched; `private` is a name or an address that is visibly not public. */
export type UrlProblem = 'bad' | 'insecure' | 'private' | 'onion'

export type VettedUrl = { ok: true; url: URL } | { ok: false; problem: UrlProblem }

const MAX_CHARACTERS = 8000

/** Special-use names (RFC 6761, RFC 9476) that the rules of Lightning Addresses do not exclude. */
const SPECIAL_NAME = /(?:^|\.)(?:test|arpa|alt|localdomain|corp|home)$/u

/** The problems of a Lightning Address's host that mean a numeric or a private host. */
const PRIVATE_PROBLEMS: ReadonlySet<string> = new Set(['ip_or_numeric_tld', 'private_name', 'domain_no_dot'])

/**
 * The first check before the server fetches an untrusted URL: https, the standard port, no credentials, and a host that
 * a Lightning Address could have. Checks the host as the URL parser returns it, because the parser converts `127.1`,
 * `0x7f000001` and full-width digits to an IP address. Removes the fragment.
 */
export function vetUrl(text: string, base?: URL): VettedUrl {
  const url = text.length > MAX_CHARACTERS ? undefined : tryOrUndefined(() => new URL(text, base))
  if (!url) return refuse('bad')
  const isOnion = url.hostname.endsWith('.onion')
  if (url.protocol === 'http:') return refuse(isOnion ? 'onion' : 'insecure')
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return refuse('bad')
  if (isOnion) return refuse('onion')
  const problem = hostProblem(url.hostname)
  if (problem) return refuse(problem)
  url.hash = ''
  return { ok: true, url }
}

function refuse(problem: UrlProblem): VettedUrl {
  return { ok: false, problem }
}

function hostProblem(hostname: string): UrlProblem | undefined {
  if (hostname.startsWith('[') || SPECIAL_NAME.test(hostname)) return 'private'
  const address = parseLightningAddress(`a@${hostname}`)
  if (!address.ok) return PRIVATE_PROBLEMS.has(address.reason) ? 'private' : 'bad'
  // Refuse a trailing dot: with and without it, one host would count as two.
  return address.domain === hostname ? undefined : 'bad'
}
