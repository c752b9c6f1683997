import {
  isLeydenError,
  LeydenError,
  type Log,
  type Network,
  type PayMetadata,
  unixSeconds,
} from '@leyden/core'
import { notPayable, type ProviderCharge, type ProviderChargeRequest } from '@leyden/core/provider'
import {
  buildCallbackUrl,
  type CallbackVerdict,
  invoiceMismatch,
  type PayRequest,
  parseCallbackResponse,
  parseLightningAddress,
  readRecipient,
} from '@leyden/lightning'
import type { GetReply, GuardedGet } from './guarded-get.js'
import { inOwnWords, serverFailed } from './look-up-address.js'
import type { LnurlOptions } from './trace.js'
import { vetUrl } from './vet-url.js'

/** The query parameter of payer data (LUD-18), which the payer shares with the recipient's provider only. */
const PAYER_DATA = 'payerdata'

/**
 * The second request of LNURL-pay (LUD-06): requests an invoice from the recipient's provider and checks it completely.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, `NOT_LIGHTNING_ADDRESS`, `PAYER_DATA_REQUIRED`, `REFUSED`, `BAD_RESPONSE`, and
 * network errors.
 */
export async function payCharge(
  { get, network, now, log }: { get: GuardedGet; network: Network; now: () => Date; log: Log },
  request: ProviderChargeRequest,
  metadata: PayMetadata,
  options: LnurlOptions,
): Promise<ProviderCharge> {
  const { lnaddress, amount, description: comment } = request
  const recipient = recipientOf(request, metadata)
  const amountMsat = BigInt(amount)
  const payerData = payerDataOf(request, recipient)
  const url = buildCallbackUrl(recipient.callback, { amountMsat, comment, payerData })
  const reply = await get(url, { ...options, ownSiteParameters: [PAYER_DATA] }).catch((error) => {
    throw callbackError(error)
  })
  const advertised = {
    metadata: recipient.metadata,
    // The data that arrived, as the description hash covers it: a redirect may have lost them.
    payerData: reply.url.searchParams.has(PAYER_DATA) ? payerData : undefined,
  }
  const verdict = parseCallbackResponse(reply.text, {
    ...advertised,
    amountMsat,
    network,
    now: unixSeconds(now()),
    callback: recipient.callback,
  })
  if (options.trace?.details) options.trace.details.callback = verdict
  if (!verdict.ok) throw refusal(verdict, reply)
  const { invoice, successAction, verify, warnings } = verdict
  const callbackHost = new URL(recipient.callback).hostname
  if (warnings.length > 0)
    log.info(
      { code: 'LNURL_CALLBACK_WARNINGS', host: callbackHost, warnings },
      'The reply of an LNURL callback has warnings',
    )
  const verifyUrl = verify === null ? undefined : verifiable(verify, callbackHost, log)
  return {
    lnaddress,
    amount,
    invoice: { uri: `lightning:${invoice.paymentRequest}`, request: invoice.paymentRequest },
    advertised,
    fromRecipient: isOfDomain(reply.url, lnaddress),
    verifyUrl,
    successAction: successAction ? { ...successAction, callbackHost } : undefined,
  }
}

/**
 * Whether a URL is of an address's domain or of a name below it. The callback may be anywhere else (LUD-06); then the
 * invoice is another domain's, even though the domain of the address names it.
 */
function isOfDomain({ hostname }: URL, lnaddress: string): boolean {
  const address = parseLightningAddress(lnaddress)
  return address.ok && (hostname === address.domain || hostname.endsWith(`.${address.domain}`))
}

/** A BFF has made the same check; a provider that is used alone has to be as strict. */
function recipientOf(
  { lnaddress, payerData = {} }: ProviderChargeRequest,
  metadata: PayMetadata,
): PayRequest {
  const read = readRecipient(metadata, { address: lnaddress, given: payerData })
  if (read.ok) return read.value
  throw notPayable(read)
}

/** The payer data that the recipient requests (LUD-18), in the recipient's order. */
function payerDataOf({ payerData = {} }: ProviderChargeRequest, recipient: PayRequest): string | undefined {
  const given = Object.keys(recipient.payerData).flatMap((kind) =>
    payerData[kind] ? [[kind, payerData[kind]] as const] : [],
  )
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given))
}

/**
 * The look-up has just succeeded, so a callback that cannot be requested is the provider's fault. The error does not say
 * whether its host has an internal address or none.
 */
function callbackError(error: unknown): unknown {
  if (!isLeydenError(error) || error.code !== 'NOT_LIGHTNING_ADDRESS') return error
  const reason = /_redirects?$/.test(error.reason ?? '') ? error.reason : 'unreachable'
  return new LeydenError(
    'BAD_RESPONSE',
    "The callback URL of the recipient's provider cannot be requested.",
    { field: 'callback', reason, cause: error },
  )
}

/**
 * The URL of the verification, which may be on another host than the callback, because a wallet's server and the one
 * that creates its invoices can have different names.
 */
function verifiable(verify: string, callbackHost: string, log: Log): string | undefined {
  const vetted = vetUrl(verify)
  if (!vetted.ok) {
    log.info(
      { code: 'LNURL_VERIFY_URL_DROPPED', host: callbackHost, problem: vetted.problem },
      'The verify URL of an LNURL callback is dropped',
    )
    return undefined
  }
  const { hostname, href } = vetted.url
  if (hostname !== callbackHost)
    log.info(
      { code: 'LNURL_VERIFY_HOST_DIFFERS', host: callbackHost, verifyHost: hostname },
      'A charge is verified at another host than its callback',
    )
  return href
}

function refusal(
  { reason, refusal, message }: Extract<CallbackVerdict, { ok: false }>,
  reply: GetReply,
): LeydenError {
  const { status } = reply
  if (refusal)
    return new LeydenError(
      'INVOICE_MISMATCH',
      "The recipient's provider returned an invoice that does not match the request, so it was rejected.",
      { ...invoiceMismatch(refusal), party: 'recipient' },
    )
  const ownWords = reason === 'upstream_error' ? message : undefined
  if (status >= 500 || status === 429) return serverFailed(reply, ownWords)
  if (reason === 'upstream_error')
    return new LeydenError('REFUSED', "The recipient's provider refuses this payment.", {
      status,
      ...inOwnWords(reply, ownWords),
    })
  return new LeydenError('BAD_RESPONSE', `The recipient's provider sent an invalid reply: ${reason}.`, {
    status,
    reason,
  })
}
