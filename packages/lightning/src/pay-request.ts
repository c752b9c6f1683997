import type { PayerDataDemand } from '@leyden/core'
import { fieldsOf } from '@leyden/core/internal'
import { parseLightningAddress } from './lightning-address.js'
import { type LnurlBodyProblem, type LnurlRefusal, readLnurlBody, refuse } from './lnurl-body.js'
import { type LimitsProblem, type LimitsWarning, type PayLimits, readPayLimits } from './pay-limits.js'
import {
  type MetadataProblem,
  type MetadataWarning,
  type PayMetadataContent,
  readPayMetadata,
} from './pay-metadata.js'
import { missingPayerData, PAYER_DATA_KINDS } from './payer-data.js'
import { parseRemoteUrl, type RemoteUrlProblem } from './remote-url.js'

export * from './pay-callback.js'
export * from './payer-data.js'
export { decryptSuccessAction, type SuccessAction } from './success-action.js'

/** What a Lightning Address advertises, checked and in the units that people see. */
export interface PayRequest extends PayLimits, PayMetadataContent {
  /** Characters that a comment may have, in UTF-16 units as in code points; 0 for none. */
  commentAllowed: number
  /** Kinds of payer data that the address takes (LUD-18). */
  payerData: Readonly<Record<string, PayerDataDemand>>
  /** Where the invoice is asked for. */
  callback: string
  /** The raw metadata, byte for byte: what a description hash is made of. */
  metadata: string
}

/** Why an answer is no pay request. */
export type PayRequestProblem =
  | LnurlBodyProblem
  | 'wrong_tag'
  | `${RemoteUrlProblem}_callback`
  | 'unsupported_payer_data'
  | LimitsProblem
  | MetadataProblem

/** What is odd about a pay request that can be used. */
export type PayRequestWarning = LimitsWarning | MetadataWarning | 'identifier_mismatch'

/** What {@link parsePayRequest} returns: the pay request, or why the answer is none. */
export type PayRequestResult =
  | {
      /** Whether the answer is a pay request. */
      ok: true
      /** What the address advertises. */
      value: PayRequest
      /** For showing or logging; they never stop a payment. */
      warnings: PayRequestWarning[]
    }
  | (LnurlRefusal<PayRequestProblem> & {
      /** Of `unsupported_payer_data`: the kind that is demanded. */
      field?: string | undefined
    })

// Longer comments would not fit into a URL that every server takes (LUD-12).
const MAX_COMMENT_CHARACTERS = 2000

/** As if a person had given everything that a page can ask for. */
const ALL_GIVEN = Object.fromEntries(PAYER_DATA_KINDS.map((kind) => [kind, kind]))

/**
 * Reads the answer to the first LNURL-pay request (LUD-06, LUD-12, LUD-16, LUD-18, LUD-20), or the `metadata`
 * object of the service's `validate` reply, which has the same fields. Warnings are for showing or logging and
 * never stop a payment. Never throws; takes time linear in the body.
 *
 * @param body the raw body, whatever its HTTP status and content type, or an object parsed already.
 * @param options with the address that was asked for, to compare with what the answer calls itself.
 * @example
 * const { valid, metadata } = await client.validateLightningAddress('alice@wallet.example')
 * const request = parsePayRequest(metadata, { address: 'alice@wallet.example' })
 * if (request.ok) show(request.value.minSats, request.value.maxSats)
 */
export function parsePayRequest(body: string | object, { address }: { address: string }): PayRequestResult {
  const read = readLnurlBody(body)
  if (!read.ok) return read
  const { tag, metadata, ...fields } = read.fields
  if (tag !== 'payRequest') return refuse('wrong_tag')

  const callback = parseRemoteUrl(fields.callback)
  if (!callback.ok) return refuse(`${callback.reason}_callback`)
  const limits = readPayLimits(fields.minSendable, fields.maxSendable)
  if (!limits.ok) return limits
  const content = readPayMetadata(metadata)
  if (!content.ok) return content

  const payerData = readPayerData(fields.payerData)
  const [unsupported] = missingPayerData(payerData, ALL_GIVEN)
  if (unsupported !== undefined) return { ...refuse('unsupported_payer_data'), field: unsupported }

  const warnings: PayRequestWarning[] = [...limits.warnings, ...content.warnings]
  const { identifier } = content.content
  const asked = foldAddress(address)
  // LUD-16: a service takes the tag off and goes on as without it.
  const names = [asked, asked.replace(/\+[^@]*/, '')]
  if (identifier !== undefined && !names.includes(foldAddress(identifier)))
    warnings.push('identifier_mismatch')

  return {
    ok: true,
    value: {
      ...limits.limits,
      ...content.content,
      commentAllowed: readCommentAllowed(fields.commentAllowed),
      payerData,
      callback: callback.url.href,
      metadata: String(metadata),
    },
    warnings,
  }
}

/** What {@link readRecipient} returns: the pay request, or why nobody is paid by it. */
export type RecipientResult =
  | Extract<PayRequestResult, { ok: true }>
  | {
      /** Whether somebody can be paid. */
      ok: false
      /** Why the answer is no pay request. */
      reason: PayRequestProblem
    }
  | {
      /** Whether somebody can be paid. */
      ok: false
      /** Payer data is missing. */
      reason: 'payer_data'
      /** The kinds of payer data that are demanded and not given. */
      fields: string[]
    }

/**
 * Whether an address can be paid, by what it advertises. Page and BFF both ask this: what the widget refuses is never
 * charged, and what can be charged is never refused.
 *
 * @param metadata the answer to the look-up, as {@link parsePayRequest} takes it.
 * @param options with the address, and in `given` the payer data (LUD-18) that the payer gives, or can give, by kind.
 */
export function readRecipient(
  metadata: object,
  { address, given }: { address: string; given: Readonly<Record<string, string | undefined>> },
): RecipientResult {
  const read = parsePayRequest(metadata, { address })
  if (!read.ok) {
    const { reason, field } = read
    return field === undefined ? refuse(reason) : { ok: false, reason: 'payer_data', fields: [field] }
  }
  const fields = missingPayerData(read.value.payerData, given)
  return fields.length > 0 ? { ok: false, reason: 'payer_data', fields } : read
}

function readCommentAllowed(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0)) return 0
  return Math.min(Math.floor(value), MAX_COMMENT_CHARACTERS)
}

// A kind that is listed is accepted, whatever its value is.
function readPayerData(value: unknown): Record<string, PayerDataDemand> {
  const demands = Object.entries(fieldsOf(value))
  return Object.fromEntries(
    demands.map(([kind, demand]) => [kind, { mandatory: fieldsOf(demand).mandatory === true }]),
  )
}

function foldAddress(address: string): string {
  const parsed = parseLightningAddress(address)
  return parsed.ok ? parsed.address : address
}
