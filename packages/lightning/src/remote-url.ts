import { parseUrl, refuse } from '@leyden/core/internal'
import { isOnion, isPublicHost } from './hostname.js'

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
