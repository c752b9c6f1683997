import { isEmail, isRecord, parseUrl } from '@leyden/core/internal'
import * as v from 'valibot'
import { readAddress } from '../address/address.js'
import { failureCode } from '../reply.js'
import { isKnownFiat } from './fiat.js'

const ON_CHAIN = /^((bc|tb|bcrt)1[a-z0-9]{8,87}|[123mn][a-km-zA-HJ-NP-Z1-9]{25,39})$/i

/** A string for which a test is true. */
const text = (test: (value: string) => boolean, message: string) => v.pipe(v.string(), v.check(test, message))

const sessionRequest = v.object({
  // `invalidemail` is refused although it is valid.
  email: text((email) => isEmail(email) && emailUser(email) !== 'invalidemail', 'The format is invalid.'),
  webhook_url: text(
    (url) => /^https?:$/.test(parseUrl(url)?.protocol ?? ''),
    'It has to be an absolute URL.',
  ),
  quote_currency: v.optional(text(isKnownFiat, 'This currency is not supported.'), 'USD'),
  base_currency: v.optional(v.literal('BTC', 'This currency is not supported.'), 'BTC'),
  destination: v.optional(
    text(
      (destination) => readAddress(destination) !== null || ON_CHAIN.test(destination),
      'It has to be a Lightning Address or an on-chain address.',
    ),
  ),
  access_token: v.optional(v.string()),
  reference_id: v.optional(v.string()),
  metadata: v.optional(
    v.custom<Record<string, unknown>>(
      isMetadata,
      'It has to be an object of at most 10 keys, with at most 500 characters each.',
    ),
  ),
})

/** The checked fields of a session. */
export type SessionRequest = v.InferOutput<typeof sessionRequest>

/** Status and code of the error about a field, if it is not 400 `INVALID_REQUEST`. */
const FIELD_ERRORS: Record<string, [status: number, code: string]> = {
  email: [400, 'INVALID_EMAIL'],
  webhook_url: [400, 'INVALID_WEBHOOK_URL'],
  quote_currency: [422, 'UNSUPPORTED_CURRENCY'],
  base_currency: [422, 'UNSUPPORTED_CURRENCY'],
  destination: [422, 'INVALID_DESTINATION'],
}

/** Reads the body of `ramp-widget` (section 4.3 of the service's interface), or returns the error reply. */
export function readSessionRequest(body: unknown): SessionRequest | Response {
  const { success, output, issues } = v.safeParse(sessionRequest, body)
  if (success) return output
  const [{ message, path }] = issues
  const field = String(path?.[0].key ?? 'body')
  const [status, code] = FIELD_ERRORS[field] ?? [400, 'INVALID_REQUEST']
  return failureCode(status, code, `${field}: ${message}`)
}

/** The part of an e-mail address before `@`, without a `+tag`, lower case: it selects a fault or refusal. */
export function emailUser(email: string): string {
  return email.toLowerCase().replace(/[+@].*$/s, '')
}

function isMetadata(value: unknown): boolean {
  if (!isRecord(value)) return false
  const values = Object.values(value)
  return values.length <= 10 && values.every((each) => (JSON.stringify(each) ?? '').length <= 502)
}
