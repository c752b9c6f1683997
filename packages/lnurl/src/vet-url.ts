import { parseRemoteUrl, type RemoteUrlProblem } from '@leyden/lightning'

/** Why a URL is not requested. */
export type UrlProblem = RemoteUrlProblem | 'onion'

export type VettedUrl = { ok: true; url: URL } | { ok: false; problem: UrlProblem }

/** More than the parsers allow a callback, so that it fits with its amount, comment and payer data. */
const MAX_CHARACTERS = 32_000

/**
 * The check before this server requests an untrusted URL, for look-up, callback, verification and each redirect: the
 * rule of `parseRemoteUrl`, for a server without Tor.
 */
export function vetUrl(text: string, base?: URL): VettedUrl {
  const remote = parseRemoteUrl(text, { base, maxCharacters: MAX_CHARACTERS })
  if (!remote.ok) return { ok: false, problem: remote.reason }
  return remote.url.hostname.endsWith('.onion') ? { ok: false, problem: 'onion' } : remote
}
