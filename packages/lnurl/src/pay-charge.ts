import { isLeydenError, LeydenError, type Log, type Network, type PayMetadata } from '@leyden/core'
import {
  type ProviderCharge,
  type ProviderChargeRequest,
  type ProviderOptions,
  payerDataRequired,
} from '@leyden/core/provider'
import { invoiceMismatch } from '@leyden/lightning/invoice'
import {
  buildCallbackUrl,
  type CallbackVerdict,
  type PayRequest,
  parseCallbackResponse,
  readRecipient,
} from '@leyden/lightning/pay-request'
import type { GuardedGet } from './guarded-get.js'
import { serverFailed } from './look-up-address.js'
import { vetUrl } from './vet-url.js'

/** An invoice with its route hints has less than 8 kB, an encrypted success action another 4 kB. */
const MAX_CALLBACK_BYTES = 32_768

/**
 * The second request of LNURL-pay (LUD-06): requests an invoice from the recipient's provider and checks it completely.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, `PAYER_DATA_REQUIRED`, `BAD_RESPONSE`, and network errors.
 */
export async function payCharge(
  { get, network, now, log }: { get: GuardedGet; network: Network; now: () => Date; log: Log },
  request: ProviderChargeRequest,
  metadata: PayMetadata,
  options: ProviderOptions,
): Promise<ProviderCharge> {
  const { lnaddress, amount, description: comment } = request
  const recipient = recipientOf(request, metadata)
  const amountMsat = BigInt(amount)
  const payerData = payerDataOf(request, recipient)
  const url = buildCallbackUrl(recipient.callback, { amountMsat, comment, payerData })
  const limits = { maxBytes: MAX_CALLBACK_BYTES, maxRedirects: 0 }
  const reply = await get(url, { ...options, ...limits }).catch((error) => {
    throw callbackError(error)
  })
  const verdict = parseCallbackResponse(reply.text, {
    amountMsat,
    network,
    now: Math.floor(now().getTime() / 1000),
    metadata: recipient.metadata,
    callback: recipient.callback,
    payerData,
  })
  if (!verdict.ok) throw refusal(verdict, reply.status)
  const { invoice, successAction, verify, warnings } = verdict
  const callbackHost = new URL(recipient.callback).hostname
  if (warnings.length > 0)
    log.info(
      { code: 'LNURL_CALLBACK_WARNINGS', host: callbackHost, warnings },
      'The reply of an LNURL callback has warnings',
    )
  return {
    lnaddress,
    amount,
    invoice: { uri: `lightning:${invoice.paymentRequest}`, request: invoice.paymentRequest },
    verifyUrl: verify === null ? undefined : verifiable(verify, callbackHost),
    successAction: successAction ? { ...successAction, callbackHost } : undefined,
  }
}

/** A BFF has made the same check; a provider that is used alone has to be as strict. */
function recipientOf(
  { lnaddress, payerData = {} }: ProviderChargeRequest,
  metadata: PayMetadata,
): PayRequest {
  const read = readRecipient(metadata, { address: lnaddress, given: payerData })
  if (read.ok) return read.value
  if ('fields' in read) throw payerDataRequired(read.fields[0] ?? '')
  throw new LeydenError(
    'BAD_RESPONSE',
    `This address cannot be paid: its provider sent an invalid reply (${read.reason}).`,
  )
}

/** The payer data that the recipient requests (LUD-18), in the recipient's order. */
function payerDataOf({ payerData = {} }: ProviderChargeRequest, recipient: PayRequest): string | undefined {
  const given = Object.keys(recipient.payerData).flatMap((kind) =>
    payerData[kind] ? [[kind, payerData[kind]] as const] : [],
  )
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given))
}

/** The look-up has just succeeded, so an unreachable callback is the provider's fault. */
function callbackError(error: unknown): unknown {
  if (!isLeydenError(error) || error.code !== 'NOT_LIGHTNING_ADDRESS') return error
  return new LeydenError(
    'BAD_RESPONSE',
    "The callback URL of the recipient's provider cannot be requested.",
    { field: 'callback' },
  )
}

/** Only the host that returned the invoice may report its payment. */
function verifiable(verify: string, callbackHost: string): string | undefined {
  const vetted = vetUrl(verify)
  return vetted.ok && vetted.url.hostname === callbackHost ? vetted.url.href : undefined
}

function refusal({ reason, refusal }: Extract<CallbackVerdict, { ok: false }>, status: number): LeydenError {
  if (refusal)
    return new LeydenError(
      'INVOICE_MISMATCH',
      "The recipient's provider returned an invoice that does not match the request, so it was rejected.",
      invoiceMismatch(refusal),
    )
  if (status >= 500) return serverFailed(status)
  if (reason === 'upstream_error')
    return new LeydenError('REFUSED', "The recipient's provider refuses this payment.", { status })
  return new LeydenError('BAD_RESPONSE', `The recipient's provider sent an invalid reply: ${reason}.`, {
    status,
    reason,
  })
}
