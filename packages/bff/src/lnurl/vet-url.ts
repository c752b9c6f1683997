import { parseLightningAddress } from '@leyden/lightning/address'

/** Why a URL is not fetched; `private` is a name or an address that is visibly not public. */
export type UrlProblem = 'bad' | 'insecure' | 'private' | 'onion'

export type VettedUrl = { ok: true; url: URL } | { ok: false; problem: UrlProblem }

const MAX_CHARACTERS = 8000

/** Names of special use (RFC 6761, RFC 9476) beyond those that no Lightning Address may have anyway. */
const SPECIAL_NAME = /(?:^|\.)(?:test|arpa|alt|localdomain|corp|home)$/u

/** What is wrong with the host of an address means that it is a numeric or a private one. */
const PRIVATE_PROBLEMS: ReadonlySet<string> = new Set(['ip_or_numeric_tld', 'private_name', 'domain_no_dot'])

/**
 * The first check before the server fetches an untrusted URL: https, the standard port, no credentials, and a host that
 * a Lightning Address could have. The host is checked as the URL parser returns it, since that turns `127.1`,
 * `0x7f000001` and full-width digits into an IP address. The fragment is removed.
 */
export function vetUrl(text: string, base?: URL): VettedUrl {
  const url = parse(text, base)
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

function parse(text: string, base: URL | undefined): URL | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

function hostProblem(hostname: string): UrlProblem | undefined {
  if (hostname.startsWith('[') || SPECIAL_NAME.test(hostname)) return 'private'
  const address = parseLightningAddress(`a@${hostname}`)
  if (!address.ok) return PRIVATE_PROBLEMS.has(address.reason) ? 'private' : 'bad'
  // A trailing dot would be removed and make two hosts of one.
  return address.domain === hostname ? undefined : 'bad'
}
