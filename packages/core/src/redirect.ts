import { isOnion } from './hostname.js'
import { parseUrl } from './parse-url.js'
import { parseRemoteUrl, type RemoteUrlProblem } from './remote-url.js'

export type RedirectProblem = `${RemoteUrlProblem}_redirect` | 'onion_unsupported' | 'too_many_redirects'

export type RedirectVerdict = { ok: true; url: string } | { ok: false; reason: RedirectProblem }

const MAX_REDIRECTS = 5

/**
 * Whether a server that looks up an address may follow a redirect. The LUDs do not speak of redirects, but
 * custom domains need them. Each hop stays on `https:`, never leads to a private host, nor from the open web to
 * an onion name. The caller still has to check the address that the new name resolves to.
 *
 * @param from the URL that answered with a redirect.
 * @param location its `Location`, if any; may be relative.
 * @param hop 1 for the first redirect; the sixth is refused.
 */
export function checkRedirect(
  from: string,
  location: string | null | undefined,
  hop: number,
): RedirectVerdict {
  if (hop > MAX_REDIRECTS) return { ok: false, reason: 'too_many_redirects' }
  const target = location ? parseUrl(location, from) : undefined
  if (target && isOnion(target.hostname) && !isOnion(new URL(from).hostname))
    return { ok: false, reason: 'onion_unsupported' }
  const remote = parseRemoteUrl(target?.href)
  return remote.ok ? { ok: true, url: remote.url.href } : { ok: false, reason: `${remote.reason}_redirect` }
}
