import { refuse, tryOrUndefined } from '@leyden/core/internal'
import { hostnameProblem, isOnion } from './hostname.js'

/** Why a URL from outside may not be requested or opened; `private` is a host that is visibly not public. */
export type RemoteUrlProblem = 'bad' | 'insecure' | 'private' | 'port'

/** What {@link parseRemoteUrl} returns: the URL, or why it may not be requested or opened. */
export type RemoteUrl =
  | {
      /** Whether the URL may be requested or opened. */
      ok: true
      /** The URL, without a trailing dot of its host. */
      url: URL
    }
  | {
      /** Whether the URL may be requested or opened. */
      ok: false
      /** Why not. */
      reason: RemoteUrlProblem
    }

/** Options of {@link parseRemoteUrl}. */
export interface RemoteUrlOptions {
  /** The URL that redirected to this one, which may then be relative. */
  base?: URL | undefined
  /** The maximum length of the text, and of the URL in its encoded form. @default 8_000 */
  maxCharacters?: number | undefined
}

const MAX_CHARACTERS = 8_000

/** Special-use names (RFC 6761, RFC 8375, RFC 9476), and those that private networks use, besides the names of `hostnameProblem`. */
const SPECIAL_NAME = /(?:^|\.)(?:test|arpa|alt|localdomain|corp|home)$/u

/** The problems of a host name that mean a numeric or a private host. */
const PRIVATE_PROBLEMS: ReadonlySet<string> = new Set(['ip_or_numeric_tld', 'private_name', 'domain_no_dot'])

/** Ports over 1023 that Fetch forbids, because servers of other protocols listen there ("bad port" in its standard). */
const FORBIDDEN_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/**
 * Reads a URL that came from outside, such as a callback, a redirect, or the URL of a success action: absolute, `https:`,
 * or `http:` for onion names (LUD-01), without credentials, on a host name out in the open, on the standard port or on
 * one from 1024 on that Fetch allows, with at most 8,000 characters, also in its encoded form (`bücher.example` becomes
 * `xn--bcher-kva.example`): what is read once is read again in the same way. Never throws.
 *
 * The check reads the host as the URL parser returns it, which has already converted decimal, hexadecimal and full-width
 * spellings of an IP address into the usual form. No IP address is accepted, because no provider needs one and it may
 * belong to the reader's own network. A name may still resolve to such an address: a server has to check that before it
 * connects.
 */
export function parseRemoteUrl(
  text: unknown,
  { base, maxCharacters = MAX_CHARACTERS }: RemoteUrlOptions = {},
): RemoteUrl {
  const trimmed = typeof text === 'string' && text.length <= maxCharacters ? text.trim() : ''
  // Stricter than a URL parser, which also accepts `https:host` and a host with a line break in it.
  const isReadable = base !== undefined || /^https?:\/\/[^\s\\/?#]+([/?#]|$)/i.test(trimmed)
  const url = isReadable ? tryOrUndefined(() => new URL(trimmed, base)) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return refuse('bad')
  // The name is the same without the dot of the root, but certificates and limits of a host would not match.
  url.hostname = url.hostname.replace(/(?<=[^.])\.$/, '')
  if (url.protocol === 'http:' && !isOnion(url.hostname)) return refuse('insecure')
  if (url.href.length > maxCharacters) return refuse('bad')
  const problem = hostProblem(url.hostname)
  if (problem) return refuse(problem)
  return isAllowedPort(url.port) ? { ok: true, url } : refuse('port')
}

function hostProblem(hostname: string): 'private' | 'bad' | undefined {
  if (hostname.startsWith('[') || SPECIAL_NAME.test(hostname)) return 'private'
  // No Lightning Address has an underscore in its domain, but the host of a callback may: DNS allows it.
  const problem = hostnameProblem(hostname.replaceAll('_', 'x'))
  if (problem === undefined) return undefined
  return PRIVATE_PROBLEMS.has(problem) ? 'private' : 'bad'
}

/** @param port as `URL.port` has it: empty for the standard port of the scheme. */
function isAllowedPort(port: string): boolean {
  return port === '' || (Number(port) >= 1024 && !FORBIDDEN_PORTS.has(Number(port)))
}
