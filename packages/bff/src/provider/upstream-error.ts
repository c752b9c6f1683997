import { type FailedParty, isLeydenError, LeydenError } from '@leyden/core'
import type { Log } from '../log.js'

/** What a page gets instead of the provider's own message, which may hold anything. */
const MESSAGES: Record<string, string> = {
  BAD_RESPONSE: 'The payment service gave an unusable reply.',
  INVALID_EMAIL: 'The payment service does not accept this e-mail address.',
  NETWORK: 'The payment service could not be reached.',
  NOT_LIGHTNING_ADDRESS: 'This is not a Lightning Address.',
  RATE_LIMITED: 'The payment service is busy. Try again in a few seconds.',
  SERVICE_UNAVAILABLE: 'The payment service is not available at the moment.',
  TIMEOUT: 'The payment service did not answer in time.',
}

/** Mistakes of the operator, which the visitor of a page cannot correct. */
const OPERATOR_CODES = new Set(['UNAUTHORIZED', 'INVALID_WEBHOOK_URL', 'NOT_CONFIGURED'])

/**
 * Codes that would mislead a page. The BFF has validated the request before, so a refusal is not the page's fault; and a
 * 404 may just as well mean a wrong base URL.
 */
const PUBLIC_CODE: Record<string, string> = {
  BAD_REQUEST: 'SERVICE_UNAVAILABLE',
  NOT_FOUND: 'SERVICE_UNAVAILABLE',
  ABORTED: 'TIMEOUT',
}

/**
 * Turns an upstream error into a public one, with the party that failed. Unknown codes of the service are kept; its
 * messages never are, since they may contain secrets.
 */
export function upstreamError(error: unknown, log: Log, party: FailedParty): LeydenError {
  const { code, status, field, actual, retryAfterMs } = isLeydenError(error)
    ? error
    : new LeydenError('SERVICE_UNAVAILABLE', 'The provider failed.')
  if (OPERATOR_CODES.has(code)) {
    log.error({ code, status }, 'The payment service refuses this BFF: check its key and its public URL')
    return new LeydenError('NOT_CONFIGURED', 'This shop cannot take payments at the moment.')
  }
  log.warn({ code, status, field }, 'The payment service failed')
  const publicCode = PUBLIC_CODE[code] ?? code
  // For an unknown code, only the status shows whether a retry may succeed.
  const isTemporary = !MESSAGES[publicCode] && (status === 429 || (status ?? 0) >= 500)
  // The name of the kind of payer data that an address requires.
  const demanded = code === 'PAYER_DATA_REQUIRED' && /^[\w-]{1,40}$/.test(actual ?? '') ? actual : undefined
  return new LeydenError(publicCode, MESSAGES[publicCode] ?? 'The payment service refused.', {
    status: isTemporary ? 503 : undefined,
    retryAfterMs,
    // Our own limit of requests to one host: nobody else has failed.
    party: code === 'RATE_LIMITED' && status === undefined ? undefined : party,
    field: code === 'INVALID_EMAIL' ? 'email' : demanded && 'payer_data',
    actual: demanded,
  })
}
