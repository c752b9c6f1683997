import type { Network, UnixSeconds } from '@leyden/core'
import { isLeydenError } from '@leyden/core'
import type { MsatInput } from '@leyden/core/money'
import type { InvoiceProblem } from './invoice-problem.js'
import type { Invoice } from './invoice-reader.js'

/** The requested terms that an invoice has to match. */
export interface InvoiceExpectation {
  /** The exact amount in millisatoshis. */
  amountMsat: MsatInput
  /** The network that the invoice has to be of. */
  network: Network
  /** The time of the check, by `unixSeconds(new Date())`. */
  now: UnixSeconds
}

/** What `checkInvoice` returns: the invoice, or the reason for refusing it. */
export type InvoiceVerdict<I extends Invoice = Invoice> =
  | {
      /** Whether the invoice matches the request. */
      ok: true
      /** The decoded invoice. */
      invoice: I
    }
  | InvoiceRefusal

/** Why an invoice does not match the request. */
export type InvoiceRefusal = {
  /** Whether the invoice matches the request. */
  ok: false
  /**
   * The requested network, or the requested amount in millisatoshis, decimal digits. With `expired` the time of the
   * check: unix seconds, decimal digits.
   */
  expected?: string | undefined
  /** The value of the invoice; absent if it has none. */
  actual?: string | undefined
} & (
  | {
      /** The invoice cannot be read, or breaks a rule of BOLT 11. */
      reason: 'bad_invoice'
      /** Which rule it breaks. */
      problem: InvoiceProblem
    }
  | {
      /** What differs. `amount_missing`: the invoice leaves the amount to the payer. */
      reason: 'wrong_network' | 'amount_missing' | 'amount_mismatch' | 'expired'
    }
)

/** The part of a reply that does not match the request, for an `INVOICE_MISMATCH` error. */
export interface InvoiceMismatch {
  /** Which part is wrong. */
  field: 'amount' | 'network' | 'expired' | 'invoice'
  /** The requested value: amounts in millisatoshis, decimal digits; networks by name. */
  expected?: string | undefined
  /** The value of the invoice. */
  actual?: string | undefined
  /** Which rule of the check failed, such as `missing_payment_secret` or `amount_mismatch`. */
  reason: Exclude<InvoiceRefusal['reason'], 'bad_invoice'> | InvoiceProblem
}

const FIELDS = {
  amount_missing: 'amount',
  amount_mismatch: 'amount',
  wrong_network: 'network',
  expired: 'expired',
  bad_invoice: 'invoice',
} as const satisfies Record<InvoiceRefusal['reason'], InvoiceMismatch['field']>

/** The wrong part of an invoice. Leaves out the two times of an expired one, which help nobody. */
export function invoiceMismatch(refusal: InvoiceRefusal): InvoiceMismatch {
  const { expected, actual } = refusal
  const field = FIELDS[refusal.reason]
  const reason = refusal.reason === 'bad_invoice' ? refusal.problem : refusal.reason
  return reason === 'expired' ? { field, reason } : { field, reason, expected, actual }
}

/** Compares the result of a decoder, or its error, with the requested terms. */
export function checkDecoded<I extends Invoice>(
  decode: (paymentRequest: string) => I,
  paymentRequest: string,
  { amountMsat, network, now }: InvoiceExpectation,
): InvoiceVerdict<I> {
  let invoice: I
  try {
    invoice = decode(paymentRequest)
  } catch (error) {
    if (!isLeydenError(error)) throw error
    return { ok: false, reason: 'bad_invoice', problem: error.reason as InvoiceProblem }
  }
  const expected = String(amountMsat)
  if (invoice.network !== network)
    return { ok: false, reason: 'wrong_network', expected: network, actual: invoice.network }
  if (invoice.amountMsat === null) return { ok: false, reason: 'amount_missing', expected }
  if (invoice.amountMsat !== amountMsat)
    return { ok: false, reason: 'amount_mismatch', expected, actual: String(invoice.amountMsat) }
  if (now >= invoice.expiresAt)
    return { ok: false, reason: 'expired', expected: String(now), actual: String(invoice.expiresAt) }
  return { ok: true, invoice }
}
