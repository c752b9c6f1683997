import { isLeydenError, LeydenError } from '@leyden/core'
import type { Log } from '../log.js'

/** What a page is told in our own words; whatever the provider said stays here. */
const SAID: Record<string, string> = {
  BAD_RESPONSE: 'The payment service gave an answer that makes no sense.',
  INVALID_EMAIL: 'The payment service does not accept this e-mail address.',
  NETWORK: 'The payment service could not be reached.',
  NOT_LIGHTNING_ADDRESS: 'This is not a Lightning Address.',
  RATE_LIMITED: 'The payment service is busy; wait a little.',
  SERVICE_UNAVAILABLE: 'The payment service is not available at the moment.',
  TIMEOUT: 'The payment service did not answer in time.',
}

/** The operator's own mistakes: nothing that a person at a page could do about. */
const OPERATORS = new Set(['UNAUTHORIZED', 'INVALID_WEBHOOK_URL', 'NOT_CONFIGURED'])

/**
 * Codes that mean something else to a page than they did here. What was refused has been checked here before, and a 404
 * is as likely a wrong base address: neither says anything of what the page has asked for.
 */
const RETOLD: Record<string, string> = {
  BAD_REQUEST: 'SERVICE_UNAVAILABLE',
  NOT_FOUND: 'SERVICE_UNAVAILABLE',
  ABORTED: 'TIMEOUT',
}

/**
 * Turns what went wrong behind the BFF into what its caller may know. Codes of the service that nobody here knows
 * are kept; its texts never are, since they may repeat what they should not.
 */
export function upstreamError(error: unknown, log: Log): LeydenError {
  const { code, status, field, actual, retryAfterMs } = isLeydenError(error)
    ? error
    : new LeydenError('SERVICE_UNAVAILABLE', 'The provider failed.')
  // Found on this side, against what the recipient advertises; whatever the service refuses has a status.
  if (isLeydenError(error) && code === 'BAD_REQUEST' && field === 'description' && status === undefined)
    return error
  if (OPERATORS.has(code)) {
    log.error({ code, status }, 'The payment service refuses this BFF: check its key and its public URL')
    return new LeydenError('NOT_CONFIGURED', 'This shop cannot take payments at the moment.')
  }
  log.warn({ code, status, field }, 'The payment service failed')
  const told = RETOLD[code] ?? code
  // Of a code that nobody here knows, the status is all that says whether it may pass.
  const mayPass = !SAID[told] && (status === 429 || (status ?? 0) >= 500)
  return new LeydenError(told, SAID[told] ?? 'The payment service refused.', {
    ...(mayPass && { status: 503 }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(code === 'INVALID_EMAIL' && { field: 'email' }),
    // The kind that an address demands, by its name and no more.
    ...(code === 'PAYER_DATA_REQUIRED' &&
      /^[\w-]{1,40}$/.test(actual ?? '') && { field: 'payer_data', actual }),
  })
}
