import { readAddress } from '../address/address.js'
import { emailUser } from './email-user.js'
import { isKnownFiat } from './fiat.js'
import type { SessionOrder } from './session-book.js'

/** Why a session is not created. */
export interface Refusal {
  status: number
  code: string
  message: string
}

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/
const ON_CHAIN = /^((bc|tb|bcrt)1[a-z0-9]{8,87}|[123mn][a-km-zA-HJ-NP-Z1-9]{25,39})$/i

const bad = (message: string): Refusal => ({ status: 400, code: 'INVALID_REQUEST', message })

/** The order in a body of `ramp-widget` (section 4.3 of the service's interface), or what is wrong with it. */
export function readSessionOrder(body: Record<string, unknown>): SessionOrder | Refusal {
  const { email, webhook_url, destination, reference_id, metadata, access_token } = body
  const quoteCurrency = body.quote_currency ?? 'USD'
  const baseCurrency = body.base_currency ?? 'BTC'

  if (typeof email !== 'string' || !isEmail(email)) {
    return { status: 400, code: 'INVALID_EMAIL', message: 'The format of the email is invalid.' }
  }
  if (typeof webhook_url !== 'string' || !isWebUrl(webhook_url)) {
    return { status: 400, code: 'INVALID_WEBHOOK_URL', message: 'webhook_url has to be an absolute URL.' }
  }
  if (typeof quoteCurrency !== 'string' || !isKnownFiat(quoteCurrency)) {
    return { status: 422, code: 'UNSUPPORTED_CURRENCY', message: 'quote_currency is not supported.' }
  }
  if (baseCurrency !== 'BTC') {
    return { status: 422, code: 'UNSUPPORTED_CURRENCY', message: 'base_currency is not supported.' }
  }
  if (destination !== undefined && !isDestination(destination)) {
    const message = 'destination has to be a Lightning Address or an on-chain address.'
    return { status: 422, code: 'INVALID_DESTINATION', message }
  }
  if (access_token !== undefined && typeof access_token !== 'string')
    return bad('access_token has to be a string.')
  if (reference_id !== undefined && typeof reference_id !== 'string')
    return bad('reference_id has to be a string.')
  if (metadata !== undefined && !isMetadata(metadata)) {
    return bad('metadata has to be an object of at most 10 keys, with at most 500 characters each.')
  }
  return {
    email,
    webhookUrl: webhook_url,
    quoteCurrency,
    baseCurrency,
    returning: Boolean(access_token),
    destination,
    referenceId: reference_id,
    metadata,
  }
}

/** `invalidemail` is refused although nothing is wrong with it. */
function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text) && emailUser(text) !== 'invalidemail'
}

function isWebUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

function isDestination(value: unknown): value is string {
  return typeof value === 'string' && (readAddress(value) !== null || ON_CHAIN.test(value))
}

function isMetadata(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const values = Object.values(value)
  return values.length <= 10 && values.every((each) => (JSON.stringify(each) ?? '').length <= 502)
}
