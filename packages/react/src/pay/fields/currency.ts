import { tryOrUndefined } from '@leyden/core/internal'

/** The currencies that `Intl` knows; none where it cannot list them. */
const currencies = tryOrUndefined(() => new Set(Intl.supportedValuesOf('currency')))

/** Whether a text is the code of a currency: `USD`, and neither `usd` nor `BTC`. */
export function isCurrency(code: unknown): boolean {
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code) && (currencies?.has(code) ?? true)
}
