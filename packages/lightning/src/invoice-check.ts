import type { Network } from '@leyden/core'
import { isLeydenError } from '@leyden/core'
import type { Invoice } from './invoice.js'
import type { InvoiceProblem } from './invoice-problem.js'

/** What an invoice is measured against. */
export interface InvoiceExpectation {
  /** Exactly what was asked for. */
  amountMsat: bigint
  network: Network
  /** Unix seconds. */
  now: number
}

export type InvoiceVerdict<I extends Invoice = Invoice> = { ok: true; invoice: I } | InvoiceRefusal

export type InvoiceRefusal =
  | { ok: false; reason: 'bad_invoice'; problem: InvoiceProblem; expected?: undefined; actual?: undefined }
  | { ok: false; reason: 'wrong_network'; expected: Network; actual: Network }
  /** Amounts in millisatoshis, decimal. */
  | { ok: false; reason: 'amount_missing'; expected: string; actual?: undefined }
  | { ok: false; reason: 'amount_mismatch'; expected: string; actual: string }
  /** Times in unix seconds, decimal: now, and when the invoice ended. */
  | { ok: false; reason: 'expired'; expected: string; actual: string }

/** Compares what a decoder reads, or refuses to, with what was asked for. */
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
