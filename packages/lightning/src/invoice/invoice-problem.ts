import { LeydenError } from '@leyden/core'

/** Why a text is not a valid invoice. */
export type InvoiceProblem =
  | 'empty'
  | 'too_long'
  | 'charset'
  | 'mixed_case'
  | 'unknown_prefix'
  | 'checksum'
  | 'too_short'
  | 'amount_malformed'
  | 'amount_sub_msat'
  | 'amount_over_supply'
  | 'field_overrun'
  | 'field_length'
  | 'field_padding'
  | 'field_not_minimal'
  | 'field_repeated'
  | 'payee_malformed'
  | 'description_not_utf8'
  | 'unknown_even_feature'
  | 'missing_payment_hash'
  | 'missing_payment_secret'
  | 'missing_description'
  | 'two_descriptions'
  | 'expiry_out_of_range'
  | 'signature_malformed'
  | 'signature_invalid'

/** A `BAD_INVOICE` error. The message does not contain the invoice, because it may end up in a log. */
export function badInvoice(reason: InvoiceProblem): LeydenError {
  return new LeydenError('BAD_INVOICE', `The invoice cannot be used: ${reason}.`, { reason })
}
