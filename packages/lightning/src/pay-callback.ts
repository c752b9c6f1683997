import type { Network } from '@leyden/core'
import { LeydenError } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { InvoiceRefusal } from './invoice-check.js'
import { checkInvoice, type SignedInvoice } from './invoice-signature.js'
import { type LnurlBodyProblem, type LnurlRefusal, readLnurlBody, refuse } from './lnurl-body.js'
import { parseRemoteUrl } from './remote-url.js'
import { readSuccessAction, type SuccessAction } from './success-action.js'

/**
 * Whether a comment fits into what an address allows (LUD-12). The unit of `commentAllowed` is counted as code
 * points by some services and as UTF-16 units by others; both have to fit, and the latter are never fewer.
 */
export function commentFits(comment: string, commentAllowed: number): boolean {
  return comment.length <= commentAllowed
}

/** The start of a comment that fits, see {@link commentFits}; empty where none is taken. No character is cut in two. */
export function cutComment(comment: string, commentAllowed: number): string {
  return comment.slice(0, commentAllowed).replace(/[\uD800-\uDBFF]$/, '')
}

/** What {@link buildCallbackUrl} adds to a callback. */
export interface CallbackParameters {
  /** Millisatoshis, within the limits of the pay request. */
  amountMsat: bigint
  /** Only where `commentAllowed` is over 0; see {@link commentFits}. */
  comment?: string | undefined
  /** Compact JSON (LUD-18); the same string goes to {@link parseCallbackResponse}. */
  payerData?: string | undefined
}

/**
 * The second LNURL-pay request (LUD-06): the callback with the amount in millisatoshis. The callback's own
 * query stays, an `amount` in it is replaced, a fragment is dropped.
 *
 * @throws LeydenError `BAD_REQUEST`, `field` `callback`, for a callback that `parsePayRequest` refuses.
 */
export function buildCallbackUrl(callback: string, parameters: CallbackParameters): string {
  const remote = parseRemoteUrl(callback)
  if (!remote.ok)
    throw new LeydenError('BAD_REQUEST', `The callback cannot be used: ${remote.reason}.`, {
      field: 'callback',
      reason: remote.reason,
    })
  const { url } = remote
  url.hash = ''
  url.searchParams.set('amount', String(parameters.amountMsat))
  if (parameters.comment) url.searchParams.set('comment', parameters.comment)
  if (parameters.payerData) url.searchParams.set('payerdata', parameters.payerData)
  return url.href
}

/** The hash that an invoice's description hash should be: of the metadata and the payer data as sent (LUD-06, LUD-18). */
export function descriptionHash(metadata: string, payerData = ''): string {
  return bytesToHex(sha256(utf8ToBytes(metadata + payerData)))
}

/** What an answer of a callback is measured against. */
export interface CallbackExpectation {
  /** Exactly what was asked for. */
  amountMsat: bigint
  /** The network that the invoice has to be of. */
  network: Network
  /** Unix seconds. */
  now: number
  /** The raw metadata of the pay request. */
  metadata: string
  /** The callback of the pay request. */
  callback: string
  /** As it was sent. */
  payerData?: string | undefined
}

/** Why the answer of a callback is refused. */
export type CallbackProblem =
  | LnurlBodyProblem
  | 'missing_pr'
  | 'unknown_success_action'
  | InvoiceRefusal['reason']

/** What is odd about an answer that can be used. */
export type CallbackWarning =
  | 'description_hash_mismatch'
  | 'expires_soon'
  | 'success_action_dropped'
  | 'success_url_other_host'
  | 'verify_dropped'

/** What {@link parseCallbackResponse} returns: the checked answer, or why it is refused. */
export type CallbackVerdict =
  | {
      /** Whether the invoice may be paid. */
      ok: true
      /** Checked, its signature included. */
      invoice: SignedInvoice
      /** What to show after the payment, if anything (LUD-09). */
      successAction: SuccessAction | null
      /** Where the recipient's provider reports whether the invoice is paid (LUD-21). */
      verify: string | null
      /** LUD-11: false where the same pay request may be kept and used again. */
      disposable: boolean
      /** For logs; they do not stop a payment. */
      warnings: CallbackWarning[]
    }
  | (LnurlRefusal<CallbackProblem> & {
      /** Why the invoice was refused, in full. */
      refusal?: InvoiceRefusal | undefined
    })

const SOON_SECONDS = 30

/**
 * Reads the answer to the second LNURL-pay request and checks its invoice: readable and rightly signed, of the
 * network, over exactly the amount, not ended (LUD-06, BOLT 11). An unknown success action refuses (LUD-09). A
 * description hash that does not match is a warning only, since real services break it. Never throws.
 */
export function parseCallbackResponse(
  body: string | object,
  expectation: CallbackExpectation,
): CallbackVerdict {
  const read = readLnurlBody(body)
  if (!read.ok) return read
  const { pr, successAction, verify = null, disposable } = read.fields
  if (typeof pr !== 'string' || pr.trim() === '') return refuse('missing_pr')

  const verdict = checkInvoice(pr.trim().replace(/^lightning:/i, ''), expectation)
  if (!verdict.ok) return { ...refuse(verdict.reason), refusal: verdict }
  const success = readSuccessAction(successAction)
  if (!success) return refuse('unknown_success_action')

  const { invoice } = verdict
  const verifyUrl = parseRemoteUrl(verify)
  const warnings: CallbackWarning[] = []
  if (!hasRightDescription(invoice, expectation)) warnings.push('description_hash_mismatch')
  if (invoice.expiresAt - expectation.now < SOON_SECONDS) warnings.push('expires_soon')
  if (success.dropped) warnings.push('success_action_dropped')
  if (leadsElsewhere(success.action, expectation.callback)) warnings.push('success_url_other_host')
  if (verify !== null && !verifyUrl.ok) warnings.push('verify_dropped')
  return {
    ok: true,
    invoice,
    successAction: success.action,
    verify: verifyUrl.ok ? verifyUrl.url.href : null,
    disposable: disposable !== false,
    warnings,
  }
}

// A plain description instead of a hash is what many backends make, and says nothing wrong.
function hasRightDescription(invoice: SignedInvoice, { metadata, payerData }: CallbackExpectation): boolean {
  return (
    invoice.descriptionHash === undefined || invoice.descriptionHash === descriptionHash(metadata, payerData)
  )
}

function leadsElsewhere(action: SuccessAction | null, callback: string): boolean {
  if (action?.tag !== 'url') return false
  const asked = parseRemoteUrl(callback)
  return !asked.ok || new URL(action.url).hostname !== asked.url.hostname
}
