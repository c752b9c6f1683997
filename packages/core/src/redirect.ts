import { isOnion } from './hostname.js'
import { parseRemoteUrl } from './remote-url.js'

export type RedirectProblem =
  | 'bad_redirect'
  | 'insecure_redirect'
  | 'private_redirect'
  | 'onion_unsupported'
  | 'too_many_redirects'

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
  if (!location) return { ok: false, reason: 'bad_redirect' }
  let target: URL
  try {
    target = new URL(location, from)
  } catch {
    return { ok: false, reason: 'bad_redirect' }
  }
  if (isOnion(target.hostname) && !isOnion(new URL(from).hostname))
    return { ok: false, reason: 'onion_unsupported' }
  const remote = parseRemoteUrl(target.href)
  if (remote.ok) return { ok: true, url: remote.url.href }
  switch (remote.reason) {
    case 'malformed':
      return { ok: false, reason: 'bad_redirect' }
    case 'insecure':
      return { ok: false, reason: 'insecure_redirect' }
    case 'private':
      return { ok: false, reason: 'private_redirect' }
    default:
      return remote.reason satisfies never
  }
}
