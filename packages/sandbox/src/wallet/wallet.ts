import { LeydenError } from '@leyden/core'
import type { InvoiceStore } from '../invoice/invoice-store.js'
import type { Randomness } from '../randomness.js'

/** The wallet's proof of a payment. */
export interface Payment {
  /** 64 hex digits. */
  preimage: string
  /** 64 hex digits. */
  paymentHash: string
}

/** Options of one payment. */
export interface PayOptions {
  /** Simulates a broken wallet: pays nothing, and returns a preimage of no invoice. @default false */
  wrongPreimage?: boolean | undefined
  /** When the wallet pays: an invoice that has expired can still be paid as of a time before. @default now */
  paidAt?: Date | undefined
}

/**
 * Pays an invoice of this sandbox, with or without the prefix `lightning:`, in upper or lower case.
 *
 * Throws a `LeydenError`: `UNKNOWN_INVOICE` for one that this sandbox did not issue, such as one with a changed
 * character, `INVOICE_EXPIRED`, `ALREADY_PAID`, `AMOUNT_REQUIRED` for one without an amount.
 */
export type Pay = (invoice: string, options?: PayOptions) => Payment

export function createWallet(tools: {
  invoices: InvoiceStore
  now: () => number
  randomness: Randomness
  /** Called for each payment. */
  onPaid: (payment: Payment) => void
}): Pay {
  return (text, options = {}) => {
    const invoice = tools.invoices.find(bareInvoice(text))
    if (!invoice)
      throw new LeydenError(
        'UNKNOWN_INVOICE',
        'This sandbox did not issue that invoice, so it cannot pay it.',
      )
    if (invoice.paid) throw new LeydenError('ALREADY_PAID', 'This invoice has already been paid.')
    const end = new Date(invoice.expiresAtMs).toISOString()
    if ((options.paidAt?.getTime() ?? tools.now()) >= invoice.expiresAtMs)
      throw new LeydenError('INVOICE_EXPIRED', `This invoice expired at ${end}. Request a new charge.`)
    if (invoice.amountMsat === null)
      throw new LeydenError('AMOUNT_REQUIRED', 'This invoice has no amount, and this wallet cannot add one.')
    const { paymentHash, preimage } = invoice
    if (options.wrongPreimage)
      return { preimage: tools.randomness.id('lie') + tools.randomness.id('lie'), paymentHash }
    invoice.paid = true
    const payment = { preimage, paymentHash }
    tools.onPaid(payment)
    return payment
  }
}

function bareInvoice(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^lightning:(\/\/)?/, '')
}
