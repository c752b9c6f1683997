import type { LeydenError, WireError, WireSuccess } from '@leyden/core'

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

/** The one wire form of a success. */
export function success(now: Date, data: object): Response {
  const body: WireSuccess<object> = { success: true, data, server_time: now.toISOString() }
  return Response.json(body)
}

/** The one wire form of an error. The status is the error's own, else its code's. */
export function failure(now: Date, error: LeydenError): Response {
  const { code, message, field, expected, actual, retryAfterMs, party } = error
  const body: WireError = {
    success: false,
    error: { code, message, field, expected, actual, retry_after_ms: retryAfterMs, party },
    server_time: now.toISOString(),
  }
  const headers = new Headers()
  if (retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return Response.json(body, { status: error.status ?? STATUS[code] ?? BAD_GATEWAY, headers })
}
