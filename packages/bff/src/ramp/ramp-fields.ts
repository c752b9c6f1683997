import { LeydenError, type RampSessionRequest } from '@leyden/core'
import { parseRampDestination } from '@leyden/lightning/bitcoin-address'
import { badField } from '../charge/charge-terms.js'
import type { Identity, User } from '../identity/identity.js'

/** Which values a browser may set; an empty list of currencies lets any of the right form through. */
export interface RampFieldLimits {
  /** ISO 4217. */
  quoteCurrencies: readonly string[]
  baseCurrencies: readonly string[]
  /** Keys of `metadata`; without any, a browser may set none. */
  metadataKeys: readonly string[]
}

export const DEFAULT_RAMP_FIELDS: RampFieldLimits = {
  quoteCurrencies: [],
  baseCurrencies: [],
  metadataKeys: [],
}

const BROWSER_FIELDS = ['quote_currency', 'base_currency', 'metadata'] as const
type Field = (typeof BROWSER_FIELDS)[number] | 'email' | 'destination'

/** What a browser may say, which depends on who is asking; everything else is the server's. */
export function browserFields(identity: Identity): readonly Field[] {
  if (isGuest(identity)) return [...BROWSER_FIELDS, 'destination', 'email']
  return identity.destination === undefined ? [...BROWSER_FIELDS, 'destination'] : BROWSER_FIELDS
}

export function isGuest(identity: Identity): identity is { guest: true } {
  return 'guest' in identity
}

/** A request to the service but for the two fields that are always the BFF's. */
export type RampOrder = Omit<RampSessionRequest, 'webhook_url' | 'reference_id'> & { email: string }

/**
 * Puts a session's fields together, each from its owner.
 *
 * @param body has no other fields than {@link browserFields} allows.
 * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
 */
export function readRampOrder(
  body: Partial<Record<Field, unknown>>,
  identity: Identity,
  limits: RampFieldLimits,
): RampOrder {
  const user: Partial<User> = isGuest(identity) ? {} : identity
  const quote = readCurrency(body.quote_currency, 'quote_currency', /^[A-Z]{3}$/, limits.quoteCurrencies)
  const base = readCurrency(body.base_currency, 'base_currency', /^[A-Z0-9]{2,10}$/, limits.baseCurrencies)
  const destination = readDestination(user.destination ?? body.destination)
  const metadata = { ...readMetadata(body.metadata, limits.metadataKeys), ...user.metadata }
  return {
    email: user.email ?? readEmail(body.email),
    ...(quote !== undefined && { quote_currency: quote }),
    ...(base !== undefined && { base_currency: base }),
    ...(destination !== undefined && { destination }),
    ...(user.accessToken !== undefined && { access_token: user.accessToken }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

function readEmail(value: unknown): string {
  // As far as a form can tell; whether mail arrives is the service's to find out.
  const isEmail =
    typeof value === 'string' &&
    value.length <= 254 &&
    /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+\.[^\s@\p{Cc}.]+$/u.test(value)
  if (!isEmail) throw new LeydenError('INVALID_EMAIL', 'This is no e-mail address.', { field: 'email' })
  return value
}

function readCurrency(
  value: unknown,
  field: string,
  form: RegExp,
  listed: readonly string[],
): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !form.test(value)) throw badField(field, 'must be a currency code')
  if (listed.length > 0 && !listed.includes(value))
    throw badField(field, 'is not among the currencies of this shop')
  return value
}

function readDestination(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  const parsed = typeof value === 'string' ? parseRampDestination(value) : null
  if (!parsed?.ok)
    throw badField('destination', 'must be a Lightning Address or an on-chain address of mainnet')
  if (parsed.warnings.includes('burn_address'))
    throw badField('destination', 'is an address that nobody has the key to')
  return parsed.address
}

const MOST_KEYS = 10
const MOST_CHARACTERS = 500

function readMetadata(value: unknown, allowed: readonly string[]): Record<string, string> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badField('metadata', 'must be an object')
  const entries = Object.entries(value)
  if (entries.length > MOST_KEYS) throw badField('metadata', `may have at most ${MOST_KEYS} keys`)
  for (const [key, text] of entries) {
    const field = `metadata.${key.slice(0, 40)}`
    if (!allowed.includes(key)) throw badField(field, 'may not be set by a page')
    if (typeof text !== 'string' || text.length > MOST_CHARACTERS)
      throw badField(field, `must be a string of at most ${MOST_CHARACTERS} characters`)
  }
  return Object.fromEntries(entries) as Record<string, string>
}
