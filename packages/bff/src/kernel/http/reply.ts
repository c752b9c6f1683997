import type { LeydenError, WireError, WireSuccess } from '@leyden/core'
import { ERROR_STATUS, isOneOf, PUBLIC_REASONS, sentenceOf } from '@leyden/core/internal'
import { type EventStream, isStream, streamBody } from './event-stream.js'
import type { HttpRequest, RequestInfo } from './http-request.js'

/**
 * The status of an error code. Codes of the service are not in the table; they get 502, because another server failed.
 */
const STATUS: Partial<Record<string, number>> = ERROR_STATUS
const BAD_GATEWAY = 502

/** A reply in plain form, which takes less time than a `Response`; only some hosts need one. */
export class Reply {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer> | EventStream | null
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Reply['body'], headers: Reply['headers'] = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** The whole reply of an extension. */
export async function replyOf(response: Response): Promise<Reply> {
  const body = response.body && new Uint8Array(await response.arrayBuffer())
  return new Reply(response.status, body, Object.fromEntries(response.headers))
}

type Handle = (request: HttpRequest, info?: RequestInfo) => Promise<Reply>
type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

/** A registered symbol, so that it also works if a program has two copies of this package. */
const HANDLE = Symbol.for('@leyden/bff handle')

/** Wraps the handler for hosts that need a `Response`. */
export function toFetch(handle: Handle): Fetch {
  const fetch: Fetch = async (request, info) => {
    const { status, body, headers } = await handle(request, info)
    return new Response(isStream(body) ? streamBody(body, request.signal) : body, { status, headers })
  }
  return Object.assign(fetch, { [HANDLE]: handle })
}

/**
 * Returns the handler behind a `fetch`, for hosts that need no `Response`.
 *
 * @throws Error if `fetch` is not the one of a BFF.
 */
export function handlerOf(fetch: Fetch & { [HANDLE]?: Handle }): Handle {
  const handle = fetch[HANDLE]
  if (!handle)
    throw new Error(
      'toNodeHandler() needs the result of createBff(). It cannot use another object with a fetch method.',
    )
  return handle
}

/** A message of the wire with every field, also those that only a BFF adds. */
export type Complete<Message> = { [Field in keyof Message]-?: NonNullable<Message[Field]> }

/** The envelope of a success. @param subject who is signed in, as `WireSuccess` has it. */
export function success(now: Date, data: object, subject?: string | null): Reply {
  const body: WireSuccess<object> = { success: true, data, server_time: now.toISOString(), subject }
  return jsonReply(200, body)
}

/** The envelope of an error. The status is the error's own, or else the one of its code. */
export function failure(now: Date, error: LeydenError): Reply {
  const { code, field, expected, actual, retryAfterMs, party, reason, detail, sessions } = error
  const body: WireError = {
    success: false,
    error: {
      code,
      message: sentenceOf(error),
      field,
      expected,
      actual,
      retry_after_ms: retryAfterMs,
      party,
      reason: isOneOf(PUBLIC_REASONS, reason) ? reason : undefined,
      detail,
      sessions: sessions && [...sessions],
      provider_message: error.providerMessage,
      provider_host: error.providerHost,
    },
    server_time: now.toISOString(),
  }
  const headers = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  return jsonReply(error.status ?? STATUS[code] ?? BAD_GATEWAY, body, headers)
}

export function jsonReply(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return new Reply(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}
