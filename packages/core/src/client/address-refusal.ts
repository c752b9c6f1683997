import { cleanHost, cleanProviderMessage } from '../foundation/clean-text.js'
import type { Json } from '../foundation/json.js'
import { ADDRESS_FAULTS, ADDRESS_REASONS } from './address-reasons.js'
import type { AddressRefusal } from './wire.js'

/** Whether a value is in a list of literals. */
export function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return values.some((each) => each === value)
}

/** The name of a kind of payer data (LUD-18). A text of another form is not one. */
export function isPayerDataName(kind: unknown): kind is string {
  return typeof kind === 'string' && /^[\w-]{1,40}$/.test(kind)
}

/**
 * Reads a refusal of another program: a reason or detail that this version does not know is left out, and the
 * recipient's own words are cleaned. Unknown fields are kept.
 */
export function readRefusal(data: Json): AddressRefusal {
  const { reason, detail, payer_data, provider_message, provider_host } = data
  return {
    ...data,
    valid: false,
    reason: isOneOf(ADDRESS_REASONS, reason) ? reason : 'not_lightning_address',
    detail: isOneOf(ADDRESS_FAULTS, detail) ? detail : undefined,
    payer_data: Array.isArray(payer_data) ? payer_data.filter(isPayerDataName) : undefined,
    provider_message: cleanProviderMessage(provider_message),
    provider_host: cleanHost(provider_host),
  }
}
