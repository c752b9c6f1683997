import {
  type AddressFault,
  type AddressRefusal,
  type AddressValidation,
  isLeydenError,
  LeydenError,
  type PayMetadata,
} from '@leyden/core'
import { isRecord, parseJson } from '@leyden/core/internal'
import { type PayRequest, parseLightningAddress, parsePayRequest, recipientFrom } from '@leyden/lightning'
import type { GetReply, GuardedGet } from './guarded-get.js'
import type { LnurlOptions } from './trace.js'
import { vetUrl } from './vet-url.js'

/**
 * The first request of LNURL-pay (LUD-06, LUD-16): requests the limits from the address's domain. A reply that is not
 * LNURL, or a domain without a server, means that this is not a Lightning Address, or that its user does not exist. The
 * fault of an LNURL server is named as `detail`, with the server's own words if it sent an error. A sandbox can also
 * report that it does not serve the domain. From a timeout, a refused connection or an overloaded server nothing follows
 * for the address.
 *
 * "Valid" means that the request for an invoice will be sent: every check of its URL is made here already.
 *
 * @throws LeydenError `NETWORK`, `SERVICE_UNAVAILABLE`, `RATE_LIMITED`.
 */
export async function lookUpAddress(
  get: GuardedGet,
  address: string,
  { isSandbox = false, ...options }: LnurlOptions & { isSandbox?: boolean | undefined },
): Promise<AddressValidation> {
  const parsed = parseLightningAddress(address)
  if (!parsed.ok) return { valid: false, reason: 'malformed' }
  const reply = await get(parsed.url, options).catch((error) => {
    if (isLeydenError(error) && /^(NOT_LIGHTNING_ADDRESS|BAD_RESPONSE)$/.test(error.code)) return null
    throw error
  })
  if (!reply) return { valid: false, reason: 'not_lightning_address' }
  const provider_host = reply.url.hostname
  const atFault = (detail: AddressFault, provider_message?: string): AddressRefusal => {
    return { valid: false, reason: 'not_usable', detail, provider_message, provider_host }
  }

  const payRequest = parsePayRequest(reply.text, { address: parsed.address })
  if (options.trace?.details) options.trace.details.payRequest = payRequest
  const read = recipientFrom(payRequest)
  if (read.ok) {
    const callback = vetUrl(read.value.callback)
    return callback.ok
      ? { valid: true, metadata: metadataOf(read.value) }
      : atFault(`${callback.problem}_callback`)
  }
  if (read.reason === 'payer_data_required') {
    const { reason, payer_data } = read
    return { valid: false, reason, payer_data, provider_host }
  }
  const { detail, provider_message } = read
  const isError = detail === 'upstream_error'
  if (isSandbox && isError && provider_message?.startsWith('not_in_sandbox'))
    return { valid: false, reason: 'not_in_sandbox' }
  // The error page of a gateway in front of the provider, or the provider's own error.
  if (saysNothing(reply.status) && (isError || detail === 'wrong_tag'))
    throw serverFailed(reply, provider_message)
  if (isError)
    return reply.status === 404 || meansNoUser(provider_message ?? '')
      ? { valid: false, reason: 'no_such_user', provider_message, provider_host }
      : atFault(detail, provider_message)
  const json = parseJson(reply.text)
  if (isRecord(json) && isLnurl(json)) return atFault(detail)
  // A program's "not found", in JSON, but not a website's.
  const isNotFound = reply.status === 404 && isRecord(json)
  return { valid: false, reason: isNotFound ? 'no_such_user' : 'not_lightning_address' }
}

/** Whether a status concerns the server or our requests, and not the address. */
function saysNothing(status: number): boolean {
  return status >= 500 || status === 401 || status === 403 || status === 429
}

/**
 * Whether the reason of an error says that there is no such user. Servers have no code for it (LUD-06), and use the same
 * reply for maintenance and other failures.
 */
function meansNoUser(reason: string): boolean {
  return NO_USER_REASONS.some((pattern) => pattern.test(reason))
}

const SUBJECT =
  '(?:(?:lightning )?address|user ?name|user|account|wallet|recipient|identifier|alias|name|pay ?link|lnurl)'
const NO_USER_REASONS = [
  /\bnot (?:be )?found\b|\bnotfound\b/i,
  /\b(?:does|do|did)(?: not|n[’']?t) exists?\b|\bnon-?exist(?:ent|ing)\b/i,
  /\b(?:unable to|could ?n[o’']t|can ?n[o’']t|could not|failed to) (?:find|locate|resolve)\b/i,
  new RegExp(`\\b(?:no(?: such| matching| valid)?|unknown|invalid|unregistered) ${SUBJECT}\\b`, 'i'),
  new RegExp(`\\b${SUBJECT}(?: is)?(?: not|n[’']t) (?:registered|known|valid|available here)\\b`, 'i'),
]

/** Whether a reply that cannot be used is an LNURL server's all the same. */
function isLnurl({ tag, ...fields }: Record<string, unknown>): boolean {
  if (LNURL_FIELDS.some((field) => fields[field] !== undefined)) return true
  return typeof tag === 'string' && /^(?:pay|withdraw|channel|hostedChannel)Request$/i.test(tag)
}

const LNURL_FIELDS = ['callback', 'minSendable', 'maxSendable', 'commentAllowed', 'payerData']

/** The known fields only, in the service's spelling, with amounts as integers. */
function metadataOf(read: PayRequest): PayMetadata {
  const { commentAllowed, metadata, callback, payerData } = read
  const limits = { minSendable: Number(read.minMsat), maxSendable: Number(read.maxMsat), commentAllowed }
  return { ...limits, tag: 'payRequest', metadata, callback, payerData: { ...payerData }, disposable: false }
}

/** The provider's server answered with an error that says nothing about the address. */
export function serverFailed(reply: GetReply, providerMessage?: string): LeydenError {
  const { status, retryAfterMs } = reply
  const message = "The server of the recipient's provider returned an error. Try again later."
  return new LeydenError('SERVICE_UNAVAILABLE', message, {
    status,
    retryAfterMs,
    ...inOwnWords(reply, providerMessage),
  })
}

/** The fields of an error for the provider's own message. */
export function inOwnWords({ url }: GetReply, providerMessage: string | undefined) {
  return providerMessage ? { providerMessage, providerHost: url.hostname } : {}
}
