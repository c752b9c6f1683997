import { isEmail, isRecord, parseUrl } from '@leyden/core/internal'
import { readAddress } from '../address/address.js'
import { failureCode } from '../reply.js'
import { emailUser } from './fault.js'
import { isKnownFiat } from './fiat.js'
import type { SessionOrder } from './session-store.js'

const ON_CHAIN = /^((bc|tb|bcrt)1[a-z0-9]{8,87}|[123mn][a-km-zA-HJ-NP-Z1-9]{25,39})$/i

/** Reads the order in a body of `ramp-widget` (section 4.3 of the service's interface), or returns the error reply. */
export function readSessionOrder(body: Record<string, unknown>): SessionOrder | Response {
  const { email, webhook_url, destination, reference_id, metadata, access_token } = body
  const { quote_currency = 'USD', base_currency = 'BTC' } = body

  // `invalidemail` is refused although it is valid.
  if (typeof email !== 'string' || !isEmail(email) || emailUser(email) === 'invalidemail')
    return failureCode(400, 'INVALID_EMAIL', 'The format of the email is invalid.')
  if (typeof webhook_url !== 'string' || !isWebUrl(webhook_url))
    return failureCode(400, 'INVALID_WEBHOOK_URL', 'webhook_url has to be an absolute URL.')
  if (typeof quote_currency !== 'string' || !isKnownFiat(quote_currency))
    return failureCode(422, 'UNSUPPORTED_CURRENCY', 'quote_currency is not supported.')
  if (base_currency !== 'BTC')
    return failureCode(422, 'UNSUPPORTED_CURRENCY', 'base_currency is not supported.')
  if (destination !== undefined && !isDestination(destination))
    return failureCode(
      422,
      'INVALID_DESTINATION',
      'destination has to be a Lightning Address or an on-chain address.',
    )
  if (access_token !== undefined && typeof access_token !== 'string')
    return failureCode(400, 'INVALID_REQUEST', 'access_token has to be a string.')
  if (reference_id !== undefined && typeof reference_id !== 'string')
    return failureCode(400, 'INVALID_REQUEST', 'reference_id has to be a string.')
  if (metadata !== undefined && !isMetadata(metadata))
    return failureCode(
      400,
      'INVALID_REQUEST',
      'metadata has to be an object of at most 10 keys, with at most 500 characters each.',
    )
  return {
    email,
    webhookUrl: webhook_url,
    quoteCurrency: quote_currency,
    baseCurrency: base_currency,
    returning: Boolean(access_token),
    destination,
    referenceId: reference_id,
    metadata,
  }
}

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

function isDestination(value: unknown): value is string {
  return typeof value === 'string' && (readAddress(value) !== null || ON_CHAIN.test(value))
}

function isMetadata(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const values = Object.values(value)
  return values.length <= 10 && values.every((each) => (JSON.stringify(each) ?? '').length <= 502)
}
