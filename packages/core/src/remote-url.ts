import { isOnion, isPublicHost } from './hostname.js'

/** Why a URL that somebody else names is not asked or opened. */
export type RemoteUrlProblem = 'malformed' | 'insecure' | 'private'

export type RemoteUrl = { ok: true; url: URL } | { ok: false; reason: RemoteUrlProblem }

/**
 * Reads a URL that came from outside: absolute, `https:`, or `http:` for onion names (LUD-01), without
 * credentials, on a public host. The URL parser has turned decimal, hexadecimal and full-width spellings of an
 * address into its usual form by then.
 */
export function parseRemoteUrl(text: unknown): RemoteUrl {
  if (typeof text !== 'string') return { ok: false, reason: 'malformed' }
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return { ok: false, reason: 'malformed' }
  }
  const { protocol, hostname, username, password } = url
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '')
    return { ok: false, reason: 'malformed' }
  if (protocol === 'http:' && !isOnion(hostname)) return { ok: false, reason: 'insecure' }
  if (!isPublicHost(hostname)) return { ok: false, reason: 'private' }
  return { ok: true, url }
}
