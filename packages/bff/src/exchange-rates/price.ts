import * as v from 'valibot'

/** A positive price without exponent: exact, and short enough to calculate with quickly. */
export const Price = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}(\.\d{1,18})?$/),
  v.check((digits) => /[1-9]/.test(digits)),
)
