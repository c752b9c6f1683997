import { fieldsOf, parseJson } from '@leyden/core/internal'
import type { PaymentQuery, PaymentStatus } from '@leyden/core/provider'
import { checkPreimage } from '@leyden/lightning/invoice'
import type { GuardedGet } from './guarded-get.js'

const MAX_VERIFY_BYTES = 32_768

/**
 * Requests from the recipient's provider whether an invoice is paid (LUD-21). An error, a reply about another invoice
 * and one with a wrong preimage are all "unknown", never "not paid" and never "paid".
 */
export async function verifyPayment(
  get: GuardedGet,
  { verifyUrl, paymentHash, invoice }: PaymentQuery,
  signal: AbortSignal,
): Promise<PaymentStatus> {
  const limits = { maxBytes: MAX_VERIFY_BYTES, maxRedirects: 0 }
  const reply = await get(verifyUrl, { ...limits, signal }).catch(() => null)
  if (!reply) return { status: 'unknown' }
  const { status, settled, preimage, pr } = fieldsOf(parseJson(reply.text))
  if (typeof status === 'string' && status.toUpperCase() === 'ERROR') return { status: 'unknown' }
  if (typeof pr === 'string' && pr.trim().toLowerCase() !== invoice.toLowerCase())
    return { status: 'unknown' }
  if (settled === false) return { status: 'open' }
  if (settled !== true) return { status: 'unknown' }
  if (preimage === undefined || preimage === null || preimage === '') return { status: 'paid' }
  return typeof preimage === 'string' && checkPreimage(preimage, paymentHash)
    ? { status: 'paid', preimage: preimage.toLowerCase() }
    : { status: 'unknown' }
}
