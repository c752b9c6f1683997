/** The values of `AddressReason`, which explains them. */
export const ADDRESS_REASONS = [
  'malformed',
  'no_such_user',
  'not_lightning_address',
  'not_usable',
  'payer_data_required',
  'not_in_sandbox',
] as const

/** The values of `AddressFault`. */
export const ADDRESS_FAULTS = [
  'wrong_tag',
  'bad_callback',
  'insecure_callback',
  'private_callback',
  'port_callback',
  'onion_callback',
  'bad_amount_range',
  'no_whole_sat_amount',
  'bad_metadata',
  'no_text_plain',
  'upstream_error',
] as const

/**
 * Why an address cannot be paid; the widgets have a sentence for each. `malformed`: the text has not the form of an
 * address. `no_such_user`: the domain says that it has no such user. `not_lightning_address`: the domain does not reply
 * like a server of Lightning Addresses. `not_usable`: it does, but its reply is at fault. `payer_data_required`: the
 * address demands data that the payer cannot give here (LUD-18). Only the sandbox sends `not_in_sandbox`.
 */
export type AddressReason = (typeof ADDRESS_REASONS)[number]

/**
 * What is wrong with the reply of a recipient's server, beside the reason `not_usable`: its `tag`, its `callback`, its
 * limits, its `metadata`, or that it is an error (`upstream_error`).
 */
export type AddressFault = (typeof ADDRESS_FAULTS)[number]
