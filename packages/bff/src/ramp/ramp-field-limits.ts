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
