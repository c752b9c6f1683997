import type { AddressFault, PayerDataDemand } from '@leyden/core'
import { fieldsOf, isEmpty, isRecord } from '@leyden/core/internal'
import { parseLightningAddress } from '../address/lightning-address.js'
import { parseRemoteUrl, type RemoteUrlProblem } from '../address/remote-url.js'
import { type LnurlBodyProblem, type LnurlRefusal, readLnurlBody, refuse } from './lnurl-body.js'
import { readBoolean, readNumber } from './lnurl-values.js'
import { type LimitsProblem, type LimitsWarning, type PayLimits, readPayLimits } from './pay-limits.js'
import {
  type MetadataProblem,
  type MetadataWarning,
  type PayMetadataContent,
  readPayMetadata,
} from './pay-metadata.js'

export type { AdvertisedDescription, SuccessAction } from '@leyden/core/provider'
export {
  parseRemoteUrl,
  type RemoteUrl,
  type RemoteUrlOptions,
  type RemoteUrlProblem,
} from '../address/remote-url.js'
export * from './comment.js'
export { MAX_REPLY_BYTES } from './lnurl-body.js'
export * from './pay-callback.js'
export * from './pay-verify.js'
export { decryptSuccessAction } from './success-action.js'

/** The data that a Lightning Address advertises, checked and in the units that people see. */
export interface PayRequest extends PayLimits, PayMetadataContent {
  /** Maximum length of a comment, for UTF-16 units and code points alike; 0 if no comment is accepted. */
  commentAllowed: number
  /** Kinds of payer data that the address accepts (LUD-18). */
  payerData: Readonly<Record<string, PayerDataDemand>>
  /** The URL that the invoice is requested from; empty if it is not used, and the reply has no usable one. */
  callback: string
  /** The raw metadata, byte for byte: the input of the description hash. */
  metadata: string
}

/** Why a reply is not a pay request. */
export type PayRequestProblem =
  | LnurlBodyProblem
  | 'wrong_tag'
  | `${RemoteUrlProblem}_callback`
  | 'unsupported_payer_data'
  | LimitsProblem
  | MetadataProblem

/** Warnings about a pay request that can be used. */
export type PayRequestWarning = LimitsWarning | MetadataWarning | 'identifier_mismatch'

/** Deviations from the specification that this reader accepts without a warning, and a stricter one may refuse. */
export type PayRequestTolerance =
  | 'callback_with_spaces'
  | 'callback_with_fragment'
  | 'comment_as_text'
  | 'comment_unreadable'
  | 'comment_clamped'
  | 'payer_data_not_object'
  | 'mandatory_not_boolean'

/** What {@link parsePayRequest} returns: the pay request, or why the reply is not one. */
export type PayRequestResult =
  | {
      /** Whether the reply is a pay request. */
      ok: true
      /** The data that the address advertises. */
      value: PayRequest
      /** For showing or logging; they never stop a payment. */
      warnings: PayRequestWarning[]
      /** For the operator of the recipient's server. */
      tolerated: PayRequestTolerance[]
    }
  | (LnurlRefusal<PayRequestProblem> & {
      /** The kind that the recipient demands, with `unsupported_payer_data`. */
      field?: string | undefined
    })

// Longer comments would not fit into a URL that every server accepts (LUD-12).
const MAX_COMMENT_CHARACTERS = 2000

/** The kinds of payer data that a page can ask a person for (LUD-18); `pubkey` and `auth` need a wallet. */
export const PAYER_DATA_KINDS = ['name', 'identifier', 'email'] as const

/**
 * The required kinds of payer data (LUD-18) that are missing, in the order of the address.
 *
 * @param given texts by kind; an empty text counts as missing.
 */
export function missingPayerData(
  demands: Readonly<Record<string, PayerDataDemand | undefined>> | undefined,
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(demands ?? {}).filter((kind) => demands?.[kind]?.mandatory === true && !given[kind])
}

/** Values for every kind of payer data that a page can ask for. */
const ALL_GIVEN = Object.fromEntries(PAYER_DATA_KINDS.map((kind) => [kind, kind]))

/**
 * Reads the reply to the first LNURL-pay request (LUD-06, LUD-12, LUD-16, LUD-18, LUD-20), or the `metadata`
 * object of the service's `validate` reply, which has the same fields. Warnings are for showing or logging and
 * never stop a payment. Never throws; takes time linear in the body.
 *
 * @param body the raw body, whatever its HTTP status and content type, or an object parsed already.
 * @param options with the requested address, to compare with the address in the reply, and whether the invoice is
 * requested from the callback (`usesCallback`, by default true): otherwise the reply need not have a usable one.
 * @example
 * const { valid, metadata } = await client.validateLightningAddress('alice@wallet.example')
 * const request = parsePayRequest(metadata, { address: 'alice@wallet.example' })
 * if (request.ok) show(request.value.minSats, request.value.maxSats)
 */
export function parsePayRequest(
  body: string | object,
  { address, usesCallback = true }: { address: string; usesCallback?: boolean | undefined },
): PayRequestResult {
  const read = readLnurlBody(body)
  if (!read.ok) return read
  const { tag, metadata, ...fields } = read.fields
  if (tag !== 'payRequest') return refuse('wrong_tag')

  const callback = parseRemoteUrl(fields.callback)
  if (!callback.ok && usesCallback) return refuse(`${callback.reason}_callback`)
  const warnings = new Set<PayRequestWarning>()
  const warn = (warning: PayRequestWarning) => warnings.add(warning)
  const tolerated = new Set<PayRequestTolerance>()
  const tolerate = (tolerance: PayRequestTolerance) => tolerated.add(tolerance)
  if (/^\s|\s$/.test(String(fields.callback))) tolerate('callback_with_spaces')
  if (callback.ok && callback.url.hash !== '') tolerate('callback_with_fragment')
  const limits = readPayLimits(fields, warn)
  if ('reason' in limits) return limits
  const content = readPayMetadata(metadata, warn)
  if ('reason' in content) return content

  const payerData = readPayerData(fields.payerData, tolerate)
  const [unsupported] = missingPayerData(payerData, ALL_GIVEN)
  if (unsupported !== undefined) return { ...refuse('unsupported_payer_data'), field: unsupported }

  const { identifier } = content
  const requested = foldAddress(address)
  // LUD-16: a service removes the tag from the address.
  const names = [requested, requested.replace(/\+[^@]*/, '')]
  if (identifier !== undefined && !names.includes(foldAddress(identifier))) warn('identifier_mismatch')

  return {
    ok: true,
    value: {
      ...limits,
      ...content,
      commentAllowed: readCommentAllowed(fields.commentAllowed, tolerate),
      payerData,
      callback: callback.ok ? callback.url.href : '',
      metadata: String(metadata),
    },
    warnings: [...warnings],
    tolerated: [...tolerated],
  }
}

/** What {@link readRecipient} returns: the pay request, or why the address cannot be paid. */
export type RecipientResult =
  | Extract<PayRequestResult, { ok: true }>
  | {
      /** Whether the address can be paid. */
      ok: false
      /** The reply is not a pay request. */
      reason: 'not_usable'
      /** What is wrong with it. */
      detail: AddressFault
      /** The words of the recipient's server, if the reply is an error (LUD-06). */
      provider_message?: string | undefined
    }
  | {
      /** Whether the address can be paid. */
      ok: false
      /** Required payer data is missing. */
      reason: 'payer_data_required'
      /** The required kinds of payer data that are missing. */
      payer_data: string[]
    }

/**
 * Whether an address can be paid, by the data that it advertises. Page, BFF and LNURL provider use this check, so they
 * accept the same addresses, and refuse the others for the same reason.
 *
 * @param metadata the reply to the look-up, as {@link parsePayRequest} accepts it.
 * @param options with the address, `usesCallback` as {@link parsePayRequest} takes it, and in `given` the payer data
 * (LUD-18) by kind that the payer provides or can provide, by default all that a page can ask for.
 */
export function readRecipient(
  metadata: string | object,
  {
    address,
    given = ALL_GIVEN,
    usesCallback,
  }: {
    address: string
    given?: Readonly<Record<string, string | undefined>> | undefined
    usesCallback?: boolean | undefined
  },
): RecipientResult {
  return recipientFrom(parsePayRequest(metadata, { address, usesCallback }), given)
}

/**
 * Whether an address can be paid, by its pay request.
 *
 * @param read what {@link parsePayRequest} returned.
 * @param given as {@link readRecipient} takes it.
 */
export function recipientFrom(
  read: PayRequestResult,
  given: Readonly<Record<string, string | undefined>> = ALL_GIVEN,
): RecipientResult {
  if (!read.ok) return refusalOf(read)
  const payer_data = missingPayerData(read.value.payerData, given)
  return payer_data.length > 0 ? { ok: false, reason: 'payer_data_required', payer_data } : read
}

function refusalOf({
  reason,
  message,
  field = '',
}: Extract<PayRequestResult, { ok: false }>): Extract<RecipientResult, { ok: false }> {
  switch (reason) {
    case 'unsupported_payer_data':
      return { ok: false, reason: 'payer_data_required', payer_data: [field] }
    // Nothing of the reply is a pay request's.
    case 'bad_json':
    case 'bad_shape':
    case 'body_too_large':
      return { ok: false, reason: 'not_usable', detail: 'wrong_tag' }
    default:
      return {
        ok: false,
        reason: 'not_usable',
        detail: reason,
        provider_message: (reason === 'upstream_error' && message) || undefined,
      }
  }
}

type Tolerate = (tolerance: PayRequestTolerance) => void

function readCommentAllowed(value: unknown, tolerate: Tolerate): number {
  const read = readNumber(value)
  if (!read && !isEmpty(value)) tolerate('comment_unreadable')
  if (read?.isText) tolerate('comment_as_text')
  const characters = Number(read?.floor ?? 0n)
  if (characters > MAX_COMMENT_CHARACTERS) tolerate('comment_clamped')
  return Math.min(Math.max(characters, 0), MAX_COMMENT_CHARACTERS)
}

// A listed kind is accepted, whatever its value is, unless that is empty.
function readPayerData(value: unknown, tolerate: Tolerate): Record<string, PayerDataDemand> {
  if (value !== undefined && value !== null && !isRecord(value)) tolerate('payer_data_not_object')
  const demands = Object.entries(fieldsOf(value)).filter(([, demand]) => !isEmpty(demand))
  return Object.fromEntries(
    demands.map(([kind, demand]) => {
      const { mandatory } = fieldsOf(demand)
      if (!isEmpty(mandatory) && typeof mandatory !== 'boolean') tolerate('mandatory_not_boolean')
      return [kind, { mandatory: readBoolean(mandatory) === true }]
    }),
  )
}

function foldAddress(address: string): string {
  const parsed = parseLightningAddress(address)
  return parsed.ok ? parsed.address : address
}
