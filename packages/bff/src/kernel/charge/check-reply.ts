import {
  type Charge,
  type ChargeCheck,
  LeydenError,
  type LeydenErrorOptions,
  type Network,
  unixSeconds,
} from '@leyden/core'
import type { ProviderCharge } from '@leyden/core/provider'
import {
  checkSignedInvoice,
  type InvoiceMismatch,
  invoiceMismatch,
  isMadeOutTo,
  parseLightningAddress,
  type SignedInvoice,
} from '@leyden/lightning'
import type { Payable } from '../address/look-up.js'
import type { ChargeTerms } from './charge-terms.js'

/**
 * Checks a provider's reply before a page gets it: address and amount have to match the request, and the invoice has to
 * be of this network, for exactly this amount, not expired, and signed (BOLT 11; LUD-06, step 7).
 *
 * @throws LeydenError `INVOICE_MISMATCH`, its `field` one of `recipient`, `amount`, `uri`, `network`, `expired`,
 * `invoice`. The error contains nothing of the invoice except its amount or network.
 */
export function checkReply(
  reply: Omit<Charge, 'checked'>,
  { terms, network, now }: { terms: ChargeTerms; network: Network; now: Date },
): SignedInvoice {
  const recipient = parseLightningAddress(reply.lnaddress)
  if (!recipient.ok || recipient.address !== terms.lnaddress) throw mismatch('recipient')
  const requested = String(terms.amountMsat)
  // Compare as numbers: a service may add leading zeros.
  if (!/^\d{1,20}$/.test(reply.amount)) throw mismatch('amount', { expected: requested })
  if (BigInt(reply.amount) !== terms.amountMsat)
    throw mismatch('amount', { expected: requested, actual: reply.amount })
  const { request, uri } = reply.invoice
  if (uri.toLowerCase() !== `lightning:${request}`.toLowerCase()) throw mismatch('uri')

  const verdict = checkSignedInvoice(request, {
    amountMsat: terms.amountMsat,
    network,
    now: unixSeconds(now),
  })
  if (verdict.ok) return verdict.invoice
  const { field, ...why } = invoiceMismatch(verdict)
  throw mismatch(field, why)
}

/**
 * The checks that an invoice has passed, once {@link checkReply} has accepted it. The BFF decides each of them here, for
 * all providers.
 *
 * @param looked what the BFF's look-up of the address has found.
 */
export function checksOf(
  { advertised, fromRecipient }: Pick<ProviderCharge, 'advertised' | 'fromRecipient'>,
  {
    invoice,
    lnaddress,
    looked,
  }: {
    invoice: SignedInvoice
    lnaddress: string
    looked: Pick<Payable, 'descriptionHash'>
  },
): ChargeCheck[] {
  const checks: ChargeCheck[] = ['amount']
  const isDescribed = advertised
    ? isMadeOutTo(lnaddress, invoice, advertised)
    : looked.descriptionHash !== undefined && invoice.descriptionHash === looked.descriptionHash
  if (isDescribed) checks.push('description')
  if (fromRecipient === true) checks.push('source')
  return checks
}

export type MismatchField = 'recipient' | 'uri' | InvoiceMismatch['field']

/** @param why the page gets `expected` and `actual` of it; `reason` is for the log only. */
export function mismatch(
  field: MismatchField,
  why: Pick<LeydenErrorOptions, 'expected' | 'actual' | 'reason'> = {},
): LeydenError {
  return new LeydenError(
    'INVOICE_MISMATCH',
    'The BFF got an invoice that does not match the request, and rejected it.',
    { field, ...why },
  )
}
