import type * as wire from '@leyden/core'
import { isEmail } from '@leyden/core/internal'
import * as v from 'valibot'
import { Mode, requestObject, Time } from '../http/schema.js'

/** Which values a browser may set for a ramp session; an empty list of currencies allows every well-formed code. */
export interface RampFieldLimits {
  /** ISO 4217. */
  quoteCurrencies: readonly string[]
  baseCurrencies: readonly string[]
  /** Keys of `metadata` that a browser may set. */
  metadataKeys: readonly string[]
}

export const DEFAULT_RAMP_FIELDS: RampFieldLimits = {
  quoteCurrencies: [],
  baseCurrencies: [],
  metadataKeys: [],
}

const NO_EMAIL = 'is no e-mail address'
const NO_CURRENCY = 'must be a currency code'
const MAX_METADATA_KEYS = 10
const BAD_METADATA = 'must be a string of at most 500 characters'

/** A code of the right form; one of the shop's list where it has one. */
function currency(form: RegExp, listed: readonly string[]) {
  const code = v.pipe(v.string(NO_CURRENCY), v.regex(form, NO_CURRENCY))
  return v.optional(
    listed.length === 0 ? code : v.pipe(code, v.picklist(listed, 'is not among the currencies of this shop')),
  )
}

/**
 * What a page may say of a ramp session, field by field; the rest is the server's. Which of the fields one person may
 * set depends on their identity.
 */
export function rampSessionEntries({ quoteCurrencies, baseCurrencies, metadataKeys }: RampFieldLimits) {
  const value = v.optional(v.pipe(v.string(BAD_METADATA), v.maxLength(500, BAD_METADATA)))
  return {
    quote_currency: currency(/^[A-Z]{3}$/, quoteCurrencies),
    base_currency: currency(/^[A-Z0-9]{2,10}$/, baseCurrencies),
    metadata: v.optional(
      v.pipe(
        requestObject(
          Object.fromEntries(metadataKeys.map((key) => [key, value])),
          'may not be set by a page',
        ),
        v.maxEntries(MAX_METADATA_KEYS, `may have at most ${MAX_METADATA_KEYS} keys`),
      ),
    ),
    destination: v.optional(
      v.pipe(v.string('must be a string'), v.description('A Lightning Address or an on-chain address.')),
    ),
    email: v.pipe(
      v.string(NO_EMAIL),
      v.maxLength(254, NO_EMAIL),
      v.check(isEmail, NO_EMAIL),
      v.description('Of a guest.'),
    ),
  }
}

/** Reply to `POST /api/v1/ramp-widget`. */
export const RampSession = v.looseObject({
  session_token: v.string(),
  widget_url: v.pipe(v.string(), v.description('To be used exactly as it is.')),
  session_id: v.string(),
  expires_at: Time,
  watch_url: v.string(),
  ramp_origins: v.array(v.string()),
  mode: Mode,
}) satisfies v.GenericSchema<wire.RampSession>
