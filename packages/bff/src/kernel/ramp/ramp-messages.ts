import { isEmail, isRecord } from '@leyden/core/internal'
import * as v from 'valibot'
import { described, optional, requestObject, text } from '../http/schema.js'

/** Which values a browser may set for a ramp session; an empty list of currencies allows every well-formed code. */
export interface RampFieldLimits {
  /** The currencies to pay with, such as `USD`; upper and lower case are equal. */
  quoteCurrencies: readonly string[]
  /** The currencies to buy, such as `BTC`; upper and lower case are equal. */
  baseCurrencies: readonly string[]
  /** The keys of `metadata` that a browser may set. */
  metadataKeys: readonly string[]
}

export const DEFAULT_RAMP_FIELDS: RampFieldLimits = {
  quoteCurrencies: [],
  baseCurrencies: [],
  metadataKeys: [],
}

const NO_EMAIL = 'is not an e-mail address'
const NO_CURRENCY = 'must be a currency code: 1 to 16 letters, digits, "_" or "-"'
const MAX_METADATA_KEYS = 10
const MAX_METADATA_VALUE = 500
const MAX_METADATA_DEPTH = 8
const BAD_METADATA = 'must be a string of at most 500 characters'

/** The e-mail address of a guest, or of the person that a server creates an order for. */
const Email = v.pipe(v.string(NO_EMAIL), v.maxLength(254, NO_EMAIL), v.check(isEmail, NO_EMAIL))

const Destination = described(
  v.string('must be a string'),
  'A Lightning Address, an on-chain address, or a bitcoin: URI.',
)

/** The service decides which currencies exist. */
const Currency = v.pipe(v.string(NO_CURRENCY), v.regex(/^[A-Za-z0-9_-]{1,16}$/, NO_CURRENCY))

/** A currency of the shop's list, if it has one, in the list's spelling. */
function currency(listed: readonly string[]) {
  if (listed.length === 0) return v.optional(Currency)
  const spelling = (code: string) =>
    listed.find((known) => known.toLowerCase() === code.toLowerCase()) ?? code
  return v.optional(
    v.pipe(Currency, v.transform(spelling), v.picklist(listed, 'is not a currency of this shop')),
  )
}

const SIZE = `may have at most ${MAX_METADATA_KEYS} keys, with at most ${MAX_METADATA_VALUE} characters each`

/** The metadata that a server sets: any JSON object of a limited size. */
export const Metadata = described(
  v.pipe(
    v.custom<Record<string, unknown>>(isRecord, 'must be an object'),
    v.check(
      (metadata) => isPlainJson(metadata, MAX_METADATA_DEPTH),
      'must be JSON without deep nesting and without __proto__',
    ),
    v.check(isSmall, SIZE),
  ),
  `Any JSON object. It ${SIZE}.`,
)

function isPlainJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === 0 || Object.hasOwn(value, '__proto__')) return false
  const isPlain =
    Array.isArray(value) || /^(Object|null)$/.test(Object.getPrototypeOf(value)?.constructor.name ?? 'null')
  return isPlain && Object.values(value).every((inner) => isPlainJson(inner, depth - 1))
}

function isSmall(metadata: Record<string, unknown>): boolean {
  const lengthOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).length
  const entries = Object.entries(metadata)
  return (
    entries.length <= MAX_METADATA_KEYS &&
    entries.every(([key, value]) => Math.max(key.length, lengthOf(value)) <= MAX_METADATA_VALUE)
  )
}

/**
 * The fields of a ramp session that a page may set; the server sets the others. Which of them a person may set depends
 * on their identity.
 */
export function rampSessionEntries({ quoteCurrencies, baseCurrencies, metadataKeys }: RampFieldLimits) {
  const value = v.optional(v.pipe(v.string(BAD_METADATA), v.maxLength(MAX_METADATA_VALUE, BAD_METADATA)))
  return {
    quote_currency: currency(quoteCurrencies),
    base_currency: currency(baseCurrencies),
    metadata: v.optional(
      v.pipe(
        requestObject(
          Object.fromEntries(metadataKeys.map((key) => [key, value])),
          'must not be set by a page',
        ),
        v.maxEntries(MAX_METADATA_KEYS, `may have at most ${MAX_METADATA_KEYS} keys`),
      ),
    ),
    watch_url: optional(
      text(255),
      'The `watch_url` of the page’s latest session. If the service returns that session again, the page gets it.',
    ),
    destination: v.optional(Destination),
    email: described(Email, 'The e-mail address of a guest.'),
  }
}

/** Body of `POST /admin/ramp-orders`: seven of the service's fields; the BFF sets `webhook_url`. */
export const RampOrderRequest = requestObject({
  email: Email,
  reference_id: v.optional(v.pipe(text(255), v.nonEmpty('must not be empty'))),
  destination: v.optional(Destination),
  quote_currency: v.optional(Currency),
  base_currency: v.optional(Currency),
  metadata: v.optional(Metadata),
  access_token: optional(
    v.pipe(text(4_096), v.nonEmpty('must not be empty')),
    'The ramp’s token of a returning user. Pages never receive it.',
  ),
})

/** Body of `POST /api/v1/ramp-widget` with an order. */
export const RampSessionByOrder = requestObject(
  {
    order: described(
      v.string('was not signed by this shop'),
      'The order, which your server signed. It fixes every field of the session.',
    ),
    after: optional(
      text(255),
      'The `session_id` of the newest session of the order that the person wants to replace. The BFF opens a further session, unless one was opened after it already.',
    ),
  },
  'must not be sent with an order, which sets every field',
)
