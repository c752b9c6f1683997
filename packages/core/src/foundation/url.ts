import { tryOrUndefined } from './try-or-undefined.js'

/** A pattern of the hosts that are always this machine, for regular expressions. */
export const LOOPBACK = '(localhost|127\\.[\\d.]+|\\[::1\\])'

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
