import { LeydenError } from './error.js'
import { tryOrUndefined } from './try-or-undefined.js'

const LOOPBACK = '(localhost|127\\.[\\d.]+|\\[::1\\])'

/** A URL as the platform parses it, which also normalises other spellings of a host; undefined for any other text. */
export const parseUrl = (text: string): URL | undefined => tryOrUndefined(() => new URL(text))

/** Whether a host name, as `URL` returns it, is always this machine. */
export function isLoopback(hostname: string): boolean {
  return new RegExp(`^${LOOPBACK}$`).test(hostname)
}

/** Whether a browser loads a page of this host from its own machine, also by a name below `localhost`. */
export function isLocalPage(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}

/** Two URLs joined by a comma are one to `URL`, whose host cannot exist: `a.example,https`. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)$/

/**
 * Whether a program can connect to a URL, and nobody in the network can read or change what it gets there: the URL is
 * `https:` (for a socket `wss:`), or `http:` (`ws:`) of this machine.
 */
export function isSecure(
  { protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>,
  scheme: 'http' | 'ws' = 'http',
): boolean {
  if (!HOST.test(hostname)) return false
  return protocol === `${scheme}s:` || (protocol === `${scheme}:` && isLoopback(hostname))
}

/** An optional scheme and host, then path segments without `..`. */
const BASE = new RegExp(
  `^(https://[^/?#\\\\@,\\s]+|http://${LOOPBACK}(:\\d+)?)?(/(?!\\.\\.?(/|$))[^/?#\\\\\\s]+)*$`,
  'i',
)

/**
 * Checks where a client sends its requests, and drops the trailing slash. Absolute addresses are
 * `https:`, or `http:` for loopback hosts, because the service refuses plain text; relative ones
 * (`/api/leyden`) are the page's own.
 *
 * @throws LeydenError `BAD_REQUEST` whose `field` is `name`.
 */
export function checkBaseUrl(value: string, name: string): string {
  const base = value.replace(/\/+$/, '')
  if (value === '' || !BASE.test(base)) {
    const phone = /^http:/i.test(value)
      ? ' To try it from a phone in your network, use a path that your dev server passes on.'
      : ''
    // The value itself may contain a password.
    throw new LeydenError(
      'BAD_REQUEST',
      `${name} must be an https URL, a path like /leyden, or an http URL of this machine.${phone}`,
      { field: name },
    )
  }
  return base
}
