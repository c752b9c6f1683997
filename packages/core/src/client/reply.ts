import { cleanHost, cleanProviderMessage } from '../foundation/clean-text.js'
import { fieldsOf, isRecord, type Json } from '../foundation/json.js'
import { ADDRESS_FAULTS, ADDRESS_REASONS } from './address-reasons.js'
import { isOneOf } from './address-refusal.js'
import { LeydenError } from './error.js'
import { orderSessionsOf } from './order-sessions.js'
import { PUBLIC_REASONS } from './public-reasons.js'

/** A received reply, of any status. */
export interface Reply {
  ok: boolean
  status: number
  headers: Headers
  /** Empty when the body was no JSON object. */
  json: Json
  /**
   * Whether its message may be kept. A BFF's message names the field for the developer; the service's may echo the API
   * key.
   */
  trusted: boolean
}

/**
 * Returns the `data` of a successful reply.
 *
 * @throws LeydenError the server's error, by its `error.code`, or else by the status. Both
 * error shapes of the service are understood (`{ error: { code, message } }` and `{ message }`), and
 * replies that are not JSON.
 */
export function dataOf(reply: Reply): Json {
  const { ok, json } = reply
  if (!ok || json.success !== true) throw errorOf(reply)
  if (!isRecord(json.data)) throw badResponse('data')
  return json.data
}

export function errorOf({ json, status, headers, trusted }: Reply): LeydenError {
  const error = fieldsOf(json.error)
  const stringOrUndefined = (value: unknown, length = 100) =>
    typeof value === 'string' ? value.slice(0, length) : undefined
  const given = String(error.code)
  const isOurs = /^[A-Z][A-Z0-9_]{1,63}$/.test(given)
  const code = isAnswer404({ json, status, trusted })
    ? 'REFUSED'
    : isOurs
      ? given
      : // Handle an error with a status of success like a 400.
        codeOfStatus(json.success === false && status < 400 ? 400 : status)
  const message = stringOrUndefined(error.message ?? json.message, 300)
  return new LeydenError(code, (trusted && message) || `The server answered ${status}.`, {
    status,
    field: stringOrUndefined(error.field),
    expected: stringOrUndefined(error.expected),
    actual: stringOrUndefined(error.actual),
    retryAfterMs: retryAfterMs(error.retry_after_ms, headers.get('retry-after')),
    party: error.party === 'recipient' || error.party === 'service' ? error.party : undefined,
    // Only a BFF knows the sessions of an order.
    reason: isOneOf(trusted ? PUBLIC_REASONS : ADDRESS_REASONS, error.reason) ? error.reason : undefined,
    detail: isOneOf(ADDRESS_FAULTS, error.detail) ? error.detail : undefined,
    sessions: trusted ? orderSessionsOf(error.sessions) : undefined,
    // Only a BFF tells the recipient's words from those of the service.
    providerMessage: trusted ? cleanProviderMessage(error.provider_message) : undefined,
    providerHost: trusted ? cleanHost(error.provider_host) : undefined,
    contentType: isOurs ? undefined : (headers.get('content-type') ?? ''),
    // The service's own message, for a log that redacts.
    cause: trusted ? undefined : { code: stringOrUndefined(error.code), message },
  })
}

/**
 * Whether the service itself says "not found", by a 404 in its own envelope. Any other 404 is that of a server without
 * this route, usually because of a wrong base URL. A BFF says `NOT_FOUND` for that.
 */
function isAnswer404({ json, status, trusted }: Pick<Reply, 'json' | 'status' | 'trusted'>): boolean {
  const { code = 'NOT_FOUND' } = fieldsOf(json.error)
  return !trusted && status === 404 && json.success === false && code === 'NOT_FOUND'
}

/** The error for a reply without a required field. */
export function badResponse(field: string): LeydenError {
  return new LeydenError('BAD_RESPONSE', `The server's reply has no usable "${field}".`, { field })
}

function codeOfStatus(status: number): string {
  if (status === 401 || status === 403) return 'UNAUTHORIZED'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  if (status >= 500) return 'SERVICE_UNAVAILABLE'
  return status >= 400 ? 'BAD_REQUEST' : 'BAD_RESPONSE'
}

const DAY_MS = 86_400_000

/** `retry_after_ms` of the body, or `Retry-After` in either of its forms: seconds or a date. At most a day. */
export function retryAfterMs(inBody: unknown, header: string | null): number | undefined {
  const advised = Number(header) * 1000 || Date.parse(header ?? '') - Date.now()
  const ms = typeof inBody === 'number' ? inBody : advised
  return ms >= 0 ? Math.min(ms, DAY_MS) : undefined
}
