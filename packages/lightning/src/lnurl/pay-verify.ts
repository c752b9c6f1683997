import { isEmpty } from '@leyden/core/internal'
import { checkPreimage } from '../invoice/invoice.js'
import { type LnurlBodyProblem, readLnurlBody } from './lnurl-body.js'
import { readBoolean } from './lnurl-values.js'
import { bareInvoice } from './pay-callback.js'

/** The payment that a reply reports on. */
export interface VerifyExpectation {
  /** 64 hex digits. */
  paymentHash: string
  /** BOLT 11, as the page has it. */
  invoice: string
}

/** Why the reply of a verification says neither yes nor no. */
export type VerifyProblem =
  | LnurlBodyProblem
  | 'unreadable_settled'
  | 'preimage_without_settled'
  | 'wrong_preimage'
  | 'other_invoice'

/**
 * Deviations from LUD-21 that this reader accepts, and a stricter one may refuse. `early_preimage`: a preimage is sent
 * before the payment, so whoever reads it can claim that they have paid.
 */
export type VerifyTolerance = 'settled_not_boolean' | 'early_preimage' | 'no_pr'

/** What {@link parseVerifyResponse} returns. */
export type VerifyVerdict =
  | {
      /** The recipient's provider reports the payment. */
      status: 'paid'
      /** 64 hex digits, checked against the payment hash. */
      preimage?: string | undefined
      /** For the operator of the recipient's server. */
      tolerated: VerifyTolerance[]
    }
  | {
      /** The recipient's provider reports that nobody has paid yet. */
      status: 'open'
      /** For the operator of the recipient's server. */
      tolerated: VerifyTolerance[]
    }
  | {
      /** The reply says neither yes nor no. */
      status: 'unknown'
      /** Why. */
      reason: VerifyProblem
    }

/**
 * Reads the reply of a verification (LUD-21). Only `settled` decides: while it is false the payment is open whatever
 * stands beside it, because some servers send the preimage before the payment. With `settled` true a preimage counts if
 * its hash is the payment hash, however `pr` is written; without a preimage `pr`, if there is one, has to be the invoice.
 * Never throws.
 */
export function parseVerifyResponse(
  body: string | object,
  { paymentHash, invoice }: VerifyExpectation,
): VerifyVerdict {
  const read = readLnurlBody(body)
  if (!read.ok) return unknown(read.reason)
  const { preimage, pr } = read.fields
  const settled = readBoolean(read.fields.settled)
  const isRight = typeof preimage === 'string' && checkPreimage(preimage.trim(), paymentHash)
  const tolerated: VerifyTolerance[] = []
  if (typeof read.fields.settled !== 'boolean') tolerated.push('settled_not_boolean')
  if (settled === false && isRight) tolerated.push('early_preimage')
  if (isEmpty(pr)) tolerated.push('no_pr')
  if (settled === false) return { status: 'open', tolerated }
  if (settled === undefined) return unknown(isRight ? 'preimage_without_settled' : 'unreadable_settled')
  if (isRight) return { status: 'paid', preimage: preimage.trim().toLowerCase(), tolerated }
  if (!isEmpty(preimage)) return unknown('wrong_preimage')
  const reported = bareInvoice(pr)?.toLowerCase()
  return reported === undefined || reported === invoice.toLowerCase()
    ? { status: 'paid', tolerated }
    : unknown('other_invoice')
}

const unknown = (reason: VerifyProblem): VerifyVerdict => ({ status: 'unknown', reason })
