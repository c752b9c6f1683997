import { type FailedParty, isLeydenError, LeydenError, type Log } from '@leyden/core'
import { cleanProviderMessage, isPayerDataName } from '@leyden/core/internal'
import type { RequestTrace } from '@leyden/core/provider'
import { failureFacts } from './failure-facts.js'

/** The party that failed, as the subject of a public message. */
export const PARTY_NAMES: Readonly<Record<FailedParty, string>> = {
  recipient: "The recipient's provider",
  service: 'The payment service',
}

/** What the party did, for pages, instead of the provider's own message, which may contain anything. */
const MESSAGES: Record<string, string> = {
  BAD_RESPONSE: 'sent an invalid reply.',
  INVALID_EMAIL: 'does not accept this e-mail address.',
  NETWORK: 'could not be reached.',
  NOT_LIGHTNING_ADDRESS: 'does not accept payments to this address.',
  RATE_LIMITED: 'is busy. Try again in a few seconds.',
  REFUSED: 'refuses this request.',
  SERVICE_UNAVAILABLE: 'is not available at the moment.',
  TIMEOUT: 'did not answer in time.',
}

/** Mistakes of the operator, with what the operator has to do. The visitor of a page cannot correct them. */
const OPERATOR_MISTAKES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'check its API key, and the access token of the user if the request had one',
  INVALID_WEBHOOK_URL: 'check that its publicUrl can be reached from the internet by https',
  NOT_CONFIGURED: 'check its API key and its base URL',
}

/**
 * Codes that would mislead a page. The BFF has already validated the request, so the service refuses it for another
 * reason, and will refuse it again. And a 404 that is not in the service's envelope means a wrong base URL, or an outage.
 */
const PUBLIC_CODE: Record<string, string> = {
  BAD_REQUEST: 'REFUSED',
  NOT_FOUND: 'SERVICE_UNAVAILABLE',
  ABORTED: 'TIMEOUT',
  // These are about this shop's own orders, checks and users, of which another server knows nothing.
  SIGN_IN_REQUIRED: 'REFUSED',
  ALREADY_PAID: 'REFUSED',
  NO_FURTHER_SESSION: 'REFUSED',
  INTENT_SUPERSEDED: 'REFUSED',
  INTENT_EXPIRED: 'REFUSED',
  ORDER_EXPIRED: 'REFUSED',
  INVOICE_MISMATCH: 'REFUSED',
}

/**
 * Converts an upstream error to a public one, with the party that failed. Keeps unknown codes of the service, but never
 * its messages, because they may contain secrets.
 */
export function upstreamError(
  error: unknown,
  { log, party, trace }: { log: Log; party: FailedParty; trace: RequestTrace },
): LeydenError {
  const known = isLeydenError(error) ? error : new LeydenError('SERVICE_UNAVAILABLE', 'The provider failed.')
  const { code, status, field, reason, actual, retryAfterMs } = known
  const facts = {
    errorCode: code,
    status,
    field,
    detail: known.detail ?? reason,
    // Usually the base URL is wrong.
    url: code === 'NOT_FOUND' ? trace.url : undefined,
    ...failureFacts(error, trace),
  }
  if (Object.hasOwn(OPERATOR_MISTAKES, code)) {
    log.error(
      { code: 'PAYMENT_SERVICE_REFUSES_BFF', ...facts },
      `The payment service refuses this BFF: ${OPERATOR_MISTAKES[code]}`,
    )
    return new LeydenError('NOT_CONFIGURED', 'This shop cannot take payments right now.')
  }
  const lineCode = party === 'recipient' ? 'RECIPIENT_PROVIDER_FAILED' : 'PAYMENT_SERVICE_FAILED'
  log.warn({ code: lineCode, ...facts }, `${PARTY_NAMES[party]} failed`)
  const publicCode = PUBLIC_CODE[code] ?? code
  const sentence = Object.hasOwn(MESSAGES, publicCode) ? MESSAGES[publicCode] : undefined
  // For an unknown code, only the status shows whether a retry may succeed.
  const isTemporary = !sentence && (status === 429 || (status ?? 0) >= 500)
  // The name of the kind of payer data that an address requires.
  const demanded = code === 'PAYER_DATA_REQUIRED' && isPayerDataName(actual) ? actual : undefined
  const isRefusal = code === 'NOT_LIGHTNING_ADDRESS'
  const providerMessage = party === 'recipient' ? cleanProviderMessage(known.providerMessage) : undefined
  // Our own limit of requests to one host: no other party has failed.
  const isOwnLimit = code === 'RATE_LIMITED' && status === undefined
  const message = isOwnLimit
    ? 'The BFF has too many requests to one provider at the moment. Try again in a few seconds.'
    : `${PARTY_NAMES[party]} ${sentence ?? 'refused the request.'}`
  return new LeydenError(publicCode, message, {
    status: isTemporary ? 503 : undefined,
    retryAfterMs,
    party: isOwnLimit ? undefined : party,
    field: code === 'INVALID_EMAIL' ? 'email' : demanded && 'payer_data',
    actual: demanded,
    reason: isRefusal ? reason : undefined,
    detail: isRefusal ? known.detail : undefined,
    providerMessage,
    providerHost: providerMessage && (known.providerHost ?? trace.host),
  })
}
