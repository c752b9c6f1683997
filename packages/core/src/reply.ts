import { LeydenError } from './error.js'
import type { Reply } from './request.js'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The `data` of a successful reply.
 *
 * @throws LeydenError what the server said, decided by `error.code` first and by the status then. Both
 * error shapes of the service are understood (`{ error: { code, message } }` and `{ message }`), and
 * replies that are not JSON.
 */
export function dataOf(reply: Reply, trusted: boolean): Json {
  const { json, status } = reply
  if (status >= 200 && status < 300 && isObject(json) && json.success === true) {
    if (isObject(json.data)) return json.data
    throw badResponse('data', status)
  }
  throw errorOf(reply, trusted)
}

/** Whether a refusal has one of the service's two error shapes, and so was said by the service itself. */
export function isRefusal(reply: Reply): boolean {
  return (
    isObject(reply.json) && reply.json.success !== true && ('error' in reply.json || 'message' in reply.json)
  )
}

/**
 * @param trusted whether the message may be kept: a BFF's names the field for the developer, the
 * service's may echo the key.
 */
export function errorOf({ json, status, headers }: Reply, trusted: boolean): LeydenError {
  const body = isObject(json) ? json : {}
  const error = isObject(body.error) ? body.error : {}
  const said =
    typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(error.code) ? error.code : undefined
  const code = said ?? codeOfStatus(status)
  const text = trusted && typeof error.message === 'string' ? error.message.slice(0, 300) : ''
  const word = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : undefined)
  return new LeydenError(code, text || `The server answered ${status} (${code}).`, {
    status,
    field: word(error.field),
    expected: word(error.expected),
    actual: word(error.actual),
    retryAfterMs: retryAfterMs(error.retry_after_ms, headers.get('retry-after')),
  })
}

/** A reply that lacks something that was promised. */
export function badResponse(field: string, status?: number): LeydenError {
  return new LeydenError('BAD_RESPONSE', `The server's reply has no usable "${field}".`, { field, status })
}

function codeOfStatus(status: number): string {
  if (status === 401 || status === 403) return 'UNAUTHORIZED'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  if (status >= 500) return 'SERVICE_UNAVAILABLE'
  return status >= 400 ? 'BAD_REQUEST' : 'BAD_RESPONSE'
}

const DAY_MS = 86_400_000

/** `retry_after_ms` of the body, or `Retry-After` in either of its forms: seconds or a date. */
function retryAfterMs(said: unknown, header: string | null): number | undefined {
  let ms = typeof said === 'number' ? said : Number.NaN
  if (Number.isNaN(ms) && header)
    ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms >= 0 ? Math.min(ms, DAY_MS) : undefined
}
