import { type FailedParty, isLeydenError, LeydenError, type Log } from '@leyden/core'
import type { RequestTrace } from '@leyden/core/provider'
import { failureFacts } from './failure-facts.js'

/** Messages for pages by the party that failed, instead of the provider's own, which may contain anything. */
const MESSAGES: Record<string, (party: string) => string> = {
  BAD_RESPONSE: (party) => `${party} sent an invalid reply.`,
  INVALID_EMAIL: (party) => `${party} does not accept this e-mail address.`,
  NETWORK: (party) => `${party} could not be reached.`,
  NOT_LIGHTNING_ADDRESS: () => 'This is not a Lightning Address.',
  RATE_LIMITED: (party) => `${party} is busy. Try again in a few seconds.`,
  REFUSED: (party) => `${party} refuses this request.`,
  SERVICE_UNAVAILABLE: (party) => `${party} is not available at the moment.`,
  TIMEOUT: (party) => `${party} did not answer in time.`,
}
const unknownMessage = (party: string) => `${party} refused the request.`

/** The party that failed, as the subject of a sentence. */
export function nameOf(party: FailedParty): string {
  return party === 'recipient' ? "The recipient's provider" : 'The payment service'
}

/** Mistakes of the operator, with what the operator has to do. The visitor of a page cannot correct them. */
const OPERATOR_MISTAKES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'check its API key, and the access token of the user if the request had one',
  INVALID_WEBHOOK_URL: 'check that its publicUrl can be reached from the internet by https',
  NOT_CONFIGURED: 'check its API key and its base URL',
}

/**
 * Codes that would mislead a page. The BFF has already validated the request, so the service refuses it for another
 * reason, and will refuse it again. And a 404 may also mean a wrong base URL.
 */
const PUBLIC_CODE: Record<string, string> = {
  BAD_REQUEST: 'REFUSED',
  NOT_FOUND: 'SERVICE_UNAVAILABLE',
  ABORTED: 'TIMEOUT',
}

/**
 * Converts an upstream error to a public one, with the party that failed. Keeps unknown codes of the service, but never
 * its messages, because they may contain secrets.
 */
export function upstreamError(
  error: unknown,
  { log, party, trace }: { log: Log; party: FailedParty; trace: RequestTrace },
): LeydenError {
  const { code, status, field, actual, retryAfterMs } = isLeydenError(error)
    ? error
    : new LeydenError('SERVICE_UNAVAILABLE', 'The provider failed.')
  const facts = { errorCode: code, status, field, ...failureFacts(error, trace) }
  if (Object.hasOwn(OPERATOR_MISTAKES, code)) {
    log.error(
      { code: 'PAYMENT_SERVICE_REFUSES_BFF', ...facts },
      `The payment service refuses this BFF: ${OPERATOR_MISTAKES[code]}`,
    )
    return new LeydenError('NOT_CONFIGURED', 'This shop cannot take payments right now.')
  }
  const failure = party === 'recipient' ? 'RECIPIENT_PROVIDER_FAILED' : 'PAYMENT_SERVICE_FAILED'
  log.warn({ code: failure, ...facts }, `${nameOf(party)} failed`)
  const publicCode = PUBLIC_CODE[code] ?? code
  const known = Object.hasOwn(MESSAGES, publicCode) ? MESSAGES[publicCode] : undefined
  // For an unknown code, only the status shows whether a retry may succeed.
  const isTemporary = !known && (status === 429 || (status ?? 0) >= 500)
  // The name of the kind of payer data that an address requires.
  const demanded = code === 'PAYER_DATA_REQUIRED' && /^[\w-]{1,40}$/.test(actual ?? '') ? actual : undefined
  const message = (known ?? unknownMessage)(nameOf(party))
  return new LeydenError(publicCode, message, {
    status: isTemporary ? 503 : undefined,
    retryAfterMs,
    // Our own limit of requests to one host: no other party has failed.
    party: code === 'RATE_LIMITED' && status === undefined ? undefined : party,
    field: code === 'INVALID_EMAIL' ? 'email' : demanded && 'payer_data',
    actual: demanded,
  })
}
