import type { LeydenError, WireError, WireSuccess } from '@leyden/core'
import type { Context } from '../context.js'

const STATUS: Record<string, number> = {
  BAD_REQUEST: 400,
  INVALID_EMAIL: 400,
  SIGN_IN_REQUIRED: 401,
  NOT_FOUND: 404,
  ALREADY_PAID: 409,
  INTENT_EXPIRED: 410,
  NOT_LIGHTNING_ADDRESS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  PAYER_DATA_REQUIRED: 422,
  RATE_LIMITED: 429,
  NOT_CONFIGURED: 503,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
}

/** Everything else is a fault of what stands behind us. */
const BAD_GATEWAY = 502

/** The one wire form of a success. */
export function success({ now }: Pick<Context, 'now'>, data: object): Response {
  return Response.json({
    success: true,
    data,
    server_time: now().toISOString(),
  } satisfies WireSuccess<object>)
}

/** The one wire form of an error. The status is the error's own, else its code's. */
export function failure({ now }: Pick<Context, 'now'>, error: LeydenError): Response {
  const { code, message, field, expected, actual, retryAfterMs } = error
  const body: WireError = {
    success: false,
    error: {
      code,
      message,
      ...(field !== undefined && { field }),
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    },
    server_time: now().toISOString(),
  }
  const headers: Record<string, string> =
    retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  return Response.json(body, { status: error.status ?? STATUS[code] ?? BAD_GATEWAY, headers })
}
