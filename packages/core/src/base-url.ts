import { LeydenError } from './error.js'
import { badResponse } from './reply.js'

/** Whether a host name, as `URL` gives it, never leaves this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/**
 * Checks where a client is told to send its requests, and drops the trailing slash. Absolute addresses are
 * `https:`, or `http:` for loopback hosts, because the service refuses plain text; relative ones
 * (`/api/leyden`) are the page's own.
 *
 * @throws LeydenError `BAD_REQUEST` whose `field` is `name`.
 */
export function checkBaseUrl(value: string, name: string): string {
  const refuse = (why: string) =>
    new LeydenError('BAD_REQUEST', `${name} ${why}: "${value}".`, { field: name })
  if (/[?#\\]|\/\.\.?(\/|$)/.test(value)) throw refuse('must be a plain path without query, fragment or dots')
  const base = value.replace(/\/+$/, '')
  if (/^\/(?!\/)|^$/.test(base) && value !== '') return base
  let url: URL
  try {
    url = new URL(base)
  } catch {
    throw refuse('must be an https address or a path that starts with /')
  }
  if (url.username || url.password) throw refuse('must not hold a user name or password')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw refuse('must use https; http is for loopback hosts only')
  return base
}

/** The absolute form of a `watch_url`, which is relative to its BFF and may not leave it. */
export function resolveWatchUrl(baseUrl: string, watchUrl: string): string {
  if (!/^[\w~-]+(\/[\w.~-]+)*$/.test(watchUrl) || watchUrl.includes('..')) throw badResponse('watch_url')
  return `${baseUrl}/${watchUrl}`
}
