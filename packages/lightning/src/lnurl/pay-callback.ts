import type { Network, UnixSeconds } from '@leyden/core'
import { LeydenError } from '@leyden/core'
import { isEmpty } from '@leyden/core/internal'
import type { MsatInput } from '@leyden/core/money'
import type { AdvertisedDescription, SuccessAction } from '@leyden/core/provider'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseRemoteUrl } from '../address/remote-url.js'
import type { InvoiceRefusal } from '../invoice/invoice-check.js'
import { checkSignedInvoice, type SignedInvoice } from '../invoice/invoice-signature.js'
import { type LnurlBodyProblem, type LnurlRefusal, readLnurlBody, refuse } from './lnurl-body.js'
import { isEmptyObject, readBoolean } from './lnurl-values.js'
import { namesAddress } from './pay-metadata.js'
import { readSuccessAction } from './success-action.js'

/** The query parameters that {@link buildCallbackUrl} adds to a callback. */
export interface CallbackParameters {
  /** Millisatoshis, within the limits of the pay request. */
  amountMsat: MsatInput
  /** Only if `commentAllowed` is greater than 0; see `commentFits`. */
  comment?: string | undefined
  /** Compact JSON (LUD-18); the same string goes to {@link parseCallbackResponse}. */
  payerData?: string | undefined
}

/**
 * Builds the URL of the second LNURL-pay request (LUD-06): the callback with the amount in millisatoshis. Keeps the
 * callback's own query, replaces an `amount` in it, and drops a fragment.
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

/**
 * The description hash that an invoice should have: SHA-256 of the metadata and the payer data as sent (LUD-06,
 * LUD-18), in hex.
 */
export function descriptionHash(metadata: string, payerData = ''): string {
  return bytesToHex(sha256(utf8ToBytes(metadata + payerData)))
}

/**
 * Whether an invoice says that it is for an address: its description hash is that of the metadata, with the payer data as
 * sent (LUD-06, LUD-18), and the metadata names the address (LUD-16). That does not prove who gets the money: anybody can
 * put the hash of public metadata into an invoice of their own.
 */
export function isMadeOutTo(
  address: string,
  { descriptionHash: hash }: Pick<SignedInvoice, 'descriptionHash'>,
  { metadata, payerData }: AdvertisedDescription,
): boolean {
  return hash === descriptionHash(metadata, payerData) && namesAddress(metadata, address)
}

/** The request that a callback's reply has to match. */
export interface CallbackExpectation {
  /** The exact amount in millisatoshis. */
  amountMsat: MsatInput
  /** The network that the invoice has to be of. */
  network: Network
  /** The time of the check, by `unixSeconds(new Date())`. */
  now: UnixSeconds
  /** The raw metadata of the pay request. */
  metadata: string
  /** The callback of the pay request. */
  callback: string
  /** The payer data as it was sent. */
  payerData?: string | undefined
}

/** Why the reply of a callback is refused. */
export type CallbackProblem =
  | LnurlBodyProblem
  | 'missing_pr'
  | 'unknown_success_action'
  | InvoiceRefusal['reason']

/** Warnings about a reply that can be used. */
export type CallbackWarning =
  | 'description_hash_mismatch'
  | 'expires_soon'
  | 'success_action_dropped'
  | 'success_url_other_host'
  | 'verify_dropped'

/** Deviations from the specification that this reader accepts without a warning, and a stricter one may refuse. */
export type CallbackTolerance =
  | 'pr_with_scheme'
  | 'pr_in_capitals'
  | 'plain_description'
  | 'routes_not_empty'
  | 'empty_success_action'
  | 'disposable_not_boolean'

/** What {@link parseCallbackResponse} returns: the checked reply, or why it is refused. */
export type CallbackVerdict =
  | {
      /** Whether the invoice may be paid. */
      ok: true
      /** The checked invoice; its signature is checked too. */
      invoice: SignedInvoice
      /** What to show after the payment, if anything (LUD-09). */
      successAction: SuccessAction | null
      /** The URL at which the recipient's provider reports whether the invoice is paid (LUD-21). */
      verify: string | null
      /** LUD-11: false if the payer may store the pay request and use it again. */
      disposable: boolean
      /** For logs; they do not stop a payment. */
      warnings: CallbackWarning[]
      /** For the operator of the recipient's server. */
      tolerated: CallbackTolerance[]
    }
  | (LnurlRefusal<CallbackProblem> & {
      /** The result of the check that refused the invoice. */
      refusal?: InvoiceRefusal | undefined
    })

const SOON_SECONDS = 30

/**
 * Reads the reply to the second LNURL-pay request and checks its invoice: readable, correctly signed, of the right
 * network, for the exact amount, and not expired (LUD-06, BOLT 11). Refuses an unknown success action (LUD-09). A wrong
 * description hash is only a warning, because real services send wrong ones. Never throws.
 */
export function parseCallbackResponse(
  body: string | object,
  expectation: CallbackExpectation,
): CallbackVerdict {
  const read = readLnurlBody(body)
  if (!read.ok) return read
  const { pr, successAction, verify, disposable, routes } = read.fields
  const text = bareInvoice(pr)
  if (text === undefined) return refuse('missing_pr')

  const verdict = checkSignedInvoice(text, expectation)
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
  if (!isEmpty(verify) && !verifyUrl.ok) warnings.push('verify_dropped')
  const tolerated: CallbackTolerance[] = []
  if (text !== pr) tolerated.push('pr_with_scheme')
  if (text !== text.toLowerCase()) tolerated.push('pr_in_capitals')
  if (invoice.descriptionHash === undefined) tolerated.push('plain_description')
  if (!isEmptyObject(routes)) tolerated.push('routes_not_empty')
  if (!isEmpty(successAction) && success.action === null && !success.dropped)
    tolerated.push('empty_success_action')
  if (!isEmpty(disposable) && typeof disposable !== 'boolean') tolerated.push('disposable_not_boolean')
  return {
    ok: true,
    invoice,
    successAction: success.action,
    verify: verifyUrl.ok ? verifyUrl.url.href : null,
    disposable: readBoolean(disposable) !== false,
    warnings,
    tolerated,
  }
}

/** The invoice in a reply, without the scheme that some services add; undefined for an empty field and another type. */
export function bareInvoice(pr: unknown): string | undefined {
  return typeof pr === 'string' && !isEmpty(pr) ? pr.trim().replace(/^lightning:(?:\/\/)?/i, '') : undefined
}

// Many backends write a plain description instead of a hash, so that is not a warning.
function hasRightDescription(invoice: SignedInvoice, { metadata, payerData }: CallbackExpectation): boolean {
  return (
    invoice.descriptionHash === undefined || invoice.descriptionHash === descriptionHash(metadata, payerData)
  )
}

function leadsElsewhere(action: SuccessAction | null, callback: string): boolean {
  if (action?.tag !== 'url') return false
  const requested = parseRemoteUrl(callback)
  return !requested.ok || new URL(action.url).hostname !== requested.url.hostname
}
