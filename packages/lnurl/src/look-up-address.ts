import { type AddressValidation, isLeydenError, LeydenError, type PayMetadata } from '@leyden/core'
import { type ProviderOptions, payerDataRequired } from '@leyden/core/provider'
import { parseLightningAddress } from '@leyden/lightning/address'
import { type PayRequest, parsePayRequest } from '@leyden/lightning/pay-request'
import type { GuardedGet } from './guarded-get.js'

/** The image may already have 136,536 characters (LUD-06). */
const MAX_LOOK_UP_BYTES = 262_144
const MAX_REDIRECTS = 5

/** The problems of an error page of a gateway in front of the provider, and of the provider's own error. */
const NOT_PAYABLE: ReadonlySet<string> = new Set(['bad_json', 'bad_shape', 'wrong_tag', 'upstream_error'])

const NO: AddressValidation = { valid: false, reason: 'not_lightning_address' }
const NO_USER: AddressValidation = { valid: false, reason: 'no_such_user' }
const NOT_IN_SANDBOX: AddressValidation = { valid: false, reason: 'not_in_sandbox' }

/**
 * The first request of LNURL-pay (LUD-06, LUD-16): requests the limits from the address's domain. A reply that is not
 * LNURL, or a domain without a server, means that this is not a Lightning Address. An LNURL error, or another JSON
 * error, means that the domain has no such user; a sandbox can also report that it does not serve the domain. From a
 * timeout, a refused connection or an overloaded server nothing follows for the address.
 *
 * @throws LeydenError `TIMEOUT`, `NETWORK`, `SERVICE_UNAVAILABLE`, `RATE_LIMITED`, `PAYER_DATA_REQUIRED`.
 */
export async function lookUpAddress(
  get: GuardedGet,
  address: string,
  { isSandbox = false, ...options }: ProviderOptions & { isSandbox?: boolean | undefined },
): Promise<AddressValidation> {
  const parsed = parseLightningAddress(address)
  if (!parsed.ok) return { valid: false, reason: 'malformed' }
  const limits = { maxBytes: MAX_LOOK_UP_BYTES, maxRedirects: MAX_REDIRECTS }
  const reply = await get(parsed.url, { ...options, ...limits }).catch((error) => {
    if (isLeydenError(error) && /^(NOT_LIGHTNING_ADDRESS|BAD_RESPONSE)$/.test(error.code)) return null
    throw error
  })
  if (!reply) return NO
  const read = parsePayRequest(reply.text, { address: parsed.address })
  if (read.ok) return { valid: true, metadata: metadataOf(read.value) }
  if (read.reason === 'unsupported_payer_data') throw payerDataRequired(read.field ?? '')
  if (isSandbox && read.reason === 'upstream_error' && read.message.startsWith('not_in_sandbox'))
    return NOT_IN_SANDBOX
  const { status } = reply
  if (saysNothing(status) && NOT_PAYABLE.has(read.reason)) throw serverFailed(status)
  const isNoUser = read.reason === 'upstream_error' || (status === 404 && read.reason === 'wrong_tag')
  return isNoUser ? NO_USER : NO
}

/** Whether a status concerns the server or our requests, and not the address. */
function saysNothing(status: number): boolean {
  return status >= 500 || status === 401 || status === 403 || status === 429
}

/** The known fields only, in the service's spelling, with amounts as integers. */
function metadataOf(read: PayRequest): PayMetadata {
  const { commentAllowed, metadata, callback, payerData } = read
  const limits = { minSendable: Number(read.minMsat), maxSendable: Number(read.maxMsat), commentAllowed }
  return { ...limits, tag: 'payRequest', metadata, callback, payerData: { ...payerData }, disposable: false }
}

/** The provider's server answered with an error that says nothing about the address. */
export function serverFailed(status: number): LeydenError {
  const message = "The server of the recipient's provider returned an error. Try again later."
  return new LeydenError('SERVICE_UNAVAILABLE', message, { status })
}
