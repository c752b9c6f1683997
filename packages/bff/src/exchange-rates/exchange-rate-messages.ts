import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { described, type FieldsOf, Time } from '../kernel/http/schema.js'

/** A positive price without exponent: exact, and short enough to calculate with quickly. */
export const Price = described(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,18}(\.\d{1,18})?$/),
    v.check((digits) => /[1-9]/.test(digits)),
  ),
  'The price of one bitcoin, in decimal digits, such as `97142.86`.',
)

/** Reply to `GET /v0/rates/{currency}`. */
export const ExchangeRate = v.strictObject({
  currency: described(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    'The currency by its code in ISO 4217, such as `USD`.',
  ),
  rate: Price,
  as_of: described(
    Time,
    'When the source reported this price. Do not use a price that is older than 15 minutes.',
  ),
} satisfies FieldsOf<wire.ExchangeRate>)
