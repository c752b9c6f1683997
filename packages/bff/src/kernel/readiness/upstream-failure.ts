import { isLeydenError } from '@leyden/core'
import type { RequestTrace } from '@leyden/core/provider'
import { failureFacts } from '../upstream/failure-facts.js'
import { type CheckResult, problem } from './check-result.js'

type Words = readonly [party: NonNullable<CheckResult['party']>, what: string, fix: string]

const BASE_URL = 'Check baseUrl and chargeBaseUrl (LEYDEN_BASE_URL, LEYDEN_CHARGE_BASE_URL).'
const WAIT = "Check again in a few minutes, and then ask the service's operator."

/** The text, the party at fault and the advice for each error code of an upstream request. */
const WORDS: Readonly<Record<string, Words>> = {
  UNAUTHORIZED: [
    'configuration',
    'refuses the API key',
    'Check apiKey (LEYDEN_API_KEY): it must be complete, for this host, and not revoked.',
  ],
  NOT_FOUND: ['configuration', 'does not have this operation, so it is not the payment service', BASE_URL],
  BAD_RESPONSE: ['configuration', 'does not answer like the payment service', BASE_URL],
  NETWORK: [
    'network',
    'cannot be reached',
    `${BASE_URL} If they are correct, check DNS and your firewall; or the service is down.`,
  ],
  TIMEOUT: ['service', 'does not answer in time', WAIT],
  SERVICE_UNAVAILABLE: ['service', 'returned an error', WAIT],
  RATE_LIMITED: [
    'service',
    'refuses the request because of its rate limit',
    'Wait, or ask its operator for a higher limit.',
  ],
  INVALID_WEBHOOK_URL: [
    'configuration',
    'cannot reach the publicUrl of this BFF',
    'Check publicUrl (LEYDEN_PUBLIC_URL), its DNS, its certificate, and that the proxy passes POST /webhooks/ on.',
  ],
  INVALID_EMAIL: [
    'configuration',
    'does not accept the e-mail address of this check',
    'Pass another one as "email" (the program: leyden-bff check --email you@…).',
  ],
}

/** A 404 in the service's own form: of the service itself, or of another server that answers in the same form. */
const UNKNOWN_OPERATION: Words = [
  'configuration',
  'does not know this operation',
  `${BASE_URL} If they are correct, ask the service's operator.`,
]

/** Describes a failed upstream request in plain words. */
export function upstreamFailure(error: unknown, trace: RequestTrace): CheckResult {
  const { code, status } = isLeydenError(error) ? error : { code: 'SERVICE_UNAVAILABLE' }
  const { host = 'the provider', errno, cause, serviceMessage } = failureFacts(error, trace)
  const refusal: Words = ['service', 'refuses', `Ask the service's operator about ${code}.`]
  const [party, what, fix] =
    (code === 'REFUSED' && status === 404 ? UNKNOWN_OPERATION : WORDS[code]) ?? refusal
  const details = [status, code, errno, serviceMessage ?? cause]
    .filter((each) => each !== undefined)
    .join(', ')
  return problem(party, `${host} ${what} (${details}).`, fix)
}
