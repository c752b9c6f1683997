import { LOOPBACK } from '../foundation/url.js'
import { LeydenError } from './error.js'

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
