import type { LeydenError, WireError, WireSuccess } from '@leyden/core'
import { sentenceOf } from '@leyden/core/internal'
import type { RequestInfo } from './handler.js'

const STATUS: Record<string, number> = {
  BAD_REQUEST: 400,
  INVALID_EMAIL: 400,
  SIGN_IN_REQUIRED: 401,
  NOT_FOUND: 404,
  ALREADY_PAID: 409,
  INTENT_EXPIRED: 410,
  ORDER_EXPIRED: 410,
  NOT_LIGHTNING_ADDRESS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  PAYER_DATA_REQUIRED: 422,
  RATE_LIMITED: 429,
  NOT_CONFIGURED: 503,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
}

/** Every other code comes from upstream. */
const BAD_GATEWAY = 502

/** A reply whose body is a text. A `Response` of it costs more time than all the rest of a cached look-up. */
export interface TextReply {
  status: number
  headers: Headers
  body: string
}

type Handle = (request: Request, info?: RequestInfo) => Promise<Response | TextReply>
type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

const handlers = new WeakMap<Fetch, Handle>()

/** A handler for hosts that need a `Response`. */
export function toFetch(handle: Handle): Fetch {
  const fetch: Fetch = async (request, info) => {
    const reply = await handle(request, info)
    return reply instanceof Response ? reply : new Response(reply.body, reply)
  }
  handlers.set(fetch, handle)
  return fetch
}

/** The handler behind a `fetch`, for hosts that can send a text; somebody else's `fetch` is its own handler. */
export function handlerOf(fetch: Fetch): Handle {
  return handlers.get(fetch) ?? fetch
}

/** The one wire form of a success. */
export function success(now: Date, data: object): TextReply {
  const body: WireSuccess<object> = { success: true, data, server_time: now.toISOString() }
  return jsonReply(200, body)
}

/** The one wire form of an error. The status is the error's own, else its code's. */
export function failure(now: Date, error: LeydenError): TextReply {
  const { code, field, expected, actual, retryAfterMs, party } = error
  const body: WireError = {
    success: false,
    error: { code, message: sentenceOf(error), field, expected, actual, retry_after_ms: retryAfterMs, party },
    server_time: now.toISOString(),
  }
  const reply = jsonReply(error.status ?? STATUS[code] ?? BAD_GATEWAY, body)
  if (retryAfterMs !== undefined) reply.headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return reply
}

function jsonReply(status: number, body: object): TextReply {
  return { status, headers: new Headers({ 'content-type': 'application/json' }), body: JSON.stringify(body) }
}
