import { isLeydenError, LeydenError, type PayMetadata } from '@leyden/core'
import { fieldsOf, parseJson } from '@leyden/core/internal'
import { type ProviderValidation, payerDataRequired } from '@leyden/core/provider'
import { parseLightningAddress } from '@leyden/lightning/address'
import { type PayRequest, type PayRequestProblem, parsePayRequest } from '@leyden/lightning/pay-request'
import type { GetReply, GuardedGet } from './guarded-get.js'
import type { LnurlOptions } from './trace.js'
import { vetUrl } from './vet-url.js'

/** The problems of an error page of a gateway in front of the provider, and of the provider's own error. */
const NOT_PAYABLE: ReadonlySet<string> = new Set(['bad_json', 'bad_shape', 'wrong_tag', 'upstream_error'])

/** The fault of an LNURL server because of which an address cannot be paid. */
type AddressFault = PayRequestProblem | 'onion_callback'

type Refusal = Extract<ProviderValidation, { valid: false }>

const NO: Refusal = { valid: false, reason: 'not_lightning_address' }
const NO_USER: Refusal = { valid: false, reason: 'no_such_user' }
const NOT_IN_SANDBOX: Refusal = { valid: false, reason: 'not_in_sandbox' }

/**
 * The first request of LNURL-pay (LUD-06, LUD-16): requests the limits from the address's domain. A reply that is not
 * LNURL, or a domain without a server, means that this is not a Lightning Address, or that its user does not exist. The
 * fault of an LNURL server is named as `detail`. A sandbox can also report that it does not serve the domain. From a
 * timeout, a refused connection or an overloaded server nothing follows for the address.
 *
 * "Valid" means that the request for an invoice will be sent: every check of its URL is made here already.
 *
 * @throws LeydenError `NETWORK`, `SERVICE_UNAVAILABLE`, `RATE_LIMITED`, `PAYER_DATA_REQUIRED`.
 */
export async function lookUpAddress(
  get: GuardedGet,
  address: string,
  { isSandbox = false, ...options }: LnurlOptions & { isSandbox?: boolean | undefined },
): Promise<ProviderValidation> {
  const parsed = parseLightningAddress(address)
  if (!parsed.ok) return { valid: false, reason: 'malformed' }
  const reply = await get(parsed.url, options).catch((error) => {
    if (isLeydenError(error) && /^(NOT_LIGHTNING_ADDRESS|BAD_RESPONSE)$/.test(error.code)) return null
    throw error
  })
  if (!reply) return NO
  const read = parsePayRequest(reply.text, { address: parsed.address })
  if (options.trace?.details) options.trace.details.payRequest = read
  if (read.ok) {
    const callback = vetUrl(read.value.callback)
    return callback.ok
      ? { valid: true, metadata: metadataOf(read.value) }
      : atFault(`${callback.problem}_callback`)
  }
  const { reason, message } = read
  if (reason === 'unsupported_payer_data') throw payerDataRequired(read.field ?? '')
  const isError = reason === 'upstream_error'
  if (isSandbox && isError && message.startsWith('not_in_sandbox')) return NOT_IN_SANDBOX
  if (saysNothing(reply.status) && NOT_PAYABLE.has(reason)) throw serverFailed(reply, isError ? message : '')
  if (isError) return reply.status === 404 || meansNoUser(message) ? NO_USER : atFault(reason, message)
  if (isLnurl(reply.text)) return atFault(reason)
  // A program's "not found", in JSON, but not a website's.
  return reply.status === 404 && reason === 'wrong_tag' ? NO_USER : NO
}

/** The recipient's server exists, but nobody can be paid there. */
function atFault(detail: AddressFault, message = ''): Refusal {
  return { ...NO, detail, provider_message: message === '' ? undefined : message }
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
function isLnurl(text: string): boolean {
  const { tag, ...fields } = fieldsOf(parseJson(text))
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
export function serverFailed({ status, retryAfterMs }: GetReply, providerMessage = ''): LeydenError {
  const message = "The server of the recipient's provider returned an error. Try again later."
  return new LeydenError('SERVICE_UNAVAILABLE', message, {
    status,
    retryAfterMs,
    ...inOwnWords(providerMessage),
  })
}

/** The fields of an error for the provider's own message; as a cause it reaches the log, which redacts it. */
export function inOwnWords(message: string): { providerMessage?: string; cause?: { message: string } } {
  return message === '' ? {} : { providerMessage: message, cause: { message } }
}
