import type { Charge, LeydenError, Network } from '@leyden/core'
import { checkInvoice, invoiceMismatch } from '@leyden/lightning/invoice'
import type { CheckedCharge, Mismatch, Order } from './pay-state.js'

/** The values that a charge is checked against. */
export interface CheckChargeOptions {
  /** The address to pay, in its canonical form. */
  address: string
  /** Amount and note that were requested. */
  order: Order
  /** The network that this page accepts. @default the network that the BFF names, otherwise mainnet */
  network?: Network | undefined
  /** The time by the server's clock. */
  now: Date
}

/** The checked charge, or what is wrong with its invoice. */
export type ChargeVerdict =
  | {
      /** The invoice passed every check. */
      ok: true
      /** The charge, which may now be shown. */
      charge: CheckedCharge
    }
  | {
      /** A check failed, and nothing of the invoice may be shown. */
      ok: false
      /** The field that differs, what was asked for, and what came. */
      mismatch: Mismatch
    }

/**
 * Checks a charge before anybody can see, scan or copy its invoice: exact amount, network, expiry, checksum and
 * recipient (LUD-06, step 7; BOLT 11). The client has already compared the fields of the reply with the request; this
 * checks the invoice itself.
 */
export function checkCharge(reply: Charge, options: CheckChargeOptions): ChargeVerdict {
  const { address, order, now } = options
  const refuse = (mismatch: Mismatch): ChargeVerdict => ({ ok: false, mismatch })
  if (reply.lnaddress.toLowerCase() !== address)
    return refuse({ field: 'recipient', expected: address, actual: reply.lnaddress })

  const network = options.network ?? reply.network ?? 'mainnet'
  if (reply.network !== undefined && reply.network !== network)
    return refuse({ field: 'network', expected: network, actual: reply.network })

  const verdict = checkInvoice(reply.invoice.request, {
    amountMsat: order.amountMsat,
    network,
    now: Math.floor(now.getTime() / 1000),
  })
  if (!verdict.ok) {
    const { field, expected, actual } = invoiceMismatch(verdict)
    return refuse(mismatch(field, expected, actual))
  }

  const { invoice } = verdict
  const expiresAt = new Date(invoice.expiresAt * 1000)
  const until = new Date(reply.watch_until ?? Number.NaN)
  return {
    ok: true,
    charge: {
      id: invoice.paymentHash,
      address,
      amountMsat: order.amountMsat,
      note: order.note || undefined,
      unit: order.unit,
      invoice: invoice.paymentRequest,
      createdAt: now,
      expiresAt,
      watchUntil: until > expiresAt ? until : expiresAt,
      watchUrl: reply.watch_url || undefined,
      detects: reply.detects ?? ['preimage'],
      mode: reply.mode ?? (network === 'mainnet' ? 'live' : 'test'),
      network,
    },
  }
}

/** The mismatch in a reply that the client or the BFF refused; null for any other error. */
export function mismatchOfError({ code, field = 'invoice', expected, actual }: LeydenError): Mismatch | null {
  if (code === 'INVOICE_EXPIRED') return { field: 'expired' }
  if (code === 'BAD_INVOICE') return { field: 'invoice' }
  return code === 'INVOICE_MISMATCH' ? mismatch(field, expected, actual) : null
}

function mismatch(field: string, expected: string | undefined, actual: string | undefined): Mismatch {
  return { field, expected: expected || undefined, actual: actual || undefined }
}
