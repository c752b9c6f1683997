import { LeydenError, type Network, type PayMetadata } from '@leyden/core'
import {
  buildCallbackUrl,
  type CallbackVerdict,
  commentFits,
  type PayRequest,
  parseCallbackResponse,
  parsePayRequest,
} from '@leyden/lightning/pay-request'
import type { Log } from '../log.js'
import type { ProviderCharge, ProviderChargeRequest } from '../provider/provider.js'
import type { GetProblem, GuardedGet } from './guarded-get.js'
import { getError } from './lnurl-error.js'
import { vetUrl } from './vet-url.js'

/** An invoice with its route hints is under 8 kB, a sealed success action another 4. */
const MAX_CALLBACK_BYTES = 32_768

export interface ChargeDesk {
  get: GuardedGet
  network: Network
  now: () => Date
  log: Log
}

/**
 * The second request of LNURL-pay (LUD-06): asks the address's own provider for an invoice and checks it in full.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, `PAYER_DATA_REQUIRED`, `BAD_RESPONSE`, and what the network brings.
 */
export async function payCharge(
  desk: ChargeDesk,
  request: ProviderChargeRequest,
  metadata: PayMetadata,
  signal: AbortSignal,
): Promise<ProviderCharge> {
  const { lnaddress, amount } = request
  const recipient = readRecipient(lnaddress, metadata)
  const amountMsat = BigInt(amount)
  const comment = commentOf(request, recipient)
  const payerData = payerDataOf(request, recipient)
  const url = buildCallbackUrl(recipient.callback, {
    amountMsat,
    ...(comment !== undefined && { comment }),
    ...(payerData !== undefined && { payerData }),
  })
  const reply = await desk.get(url, { maxBytes: MAX_CALLBACK_BYTES, maxRedirects: 0, signal })
  if (!reply.ok) throw callbackError(reply.reason)

  const verdict = parseCallbackResponse(reply.text, {
    amountMsat,
    network: desk.network,
    now: Math.floor(desk.now().getTime() / 1000),
    metadata: recipient.metadata,
    callback: recipient.callback,
    ...(payerData !== undefined && { payerData }),
  })
  if (!verdict.ok) throw refusal(verdict, reply.status)
  const { invoice, successAction, verify, warnings } = verdict
  const callbackHost = new URL(recipient.callback).hostname
  if (warnings.length > 0)
    desk.log.info({ host: callbackHost, warnings }, 'An LNURL answer was not quite right')
  const verifyUrl = verify === null ? null : verifiable(verify, callbackHost)
  return {
    lnaddress,
    amount,
    invoice: { uri: `lightning:${invoice.paymentRequest}`, request: invoice.paymentRequest },
    ...(verifyUrl !== null && { verifyUrl }),
    ...(successAction !== null && { successAction: { ...successAction, callbackHost } }),
  }
}

function readRecipient(address: string, metadata: PayMetadata): PayRequest {
  const read = parsePayRequest(metadata, { address })
  if (read.ok) return read.value
  if (read.reason === 'unsupported_payer_data') throw payerDataRequired(read.field ?? '')
  throw new LeydenError('BAD_RESPONSE', `The address advertises nothing payable: ${read.reason}.`)
}

/** Who takes no comments is sent none: the description then stays with the shop. */
function commentOf(
  { description }: ProviderChargeRequest,
  { commentAllowed }: PayRequest,
): string | undefined {
  if (description === undefined || commentAllowed === 0) return undefined
  if (commentFits(description, commentAllowed)) return description
  throw new LeydenError('BAD_REQUEST', `description may have at most ${commentAllowed} characters here.`, {
    field: 'description',
  })
}

/** What was given of what is asked for, and no more (LUD-18), in the order of the asking. */
function payerDataOf({ payerData = {} }: ProviderChargeRequest, recipient: PayRequest): string | undefined {
  const kinds = Object.keys(recipient.payerData)
  const missing = kinds.find((kind) => recipient.payerData[kind]?.mandatory && !payerData[kind])
  if (missing !== undefined) throw payerDataRequired(missing)
  const given = kinds.flatMap((kind) => (payerData[kind] ? [[kind, payerData[kind]] as const] : []))
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given))
}

function payerDataRequired(kind: string): LeydenError {
  return new LeydenError('PAYER_DATA_REQUIRED', `This address demands the payer's ${kind.slice(0, 40)}.`, {
    field: 'payer_data',
  })
}

/** The address was found to be one a moment ago, so a callback that leads nowhere is its provider's fault. */
function callbackError(reason: GetProblem): LeydenError {
  const error = getError(reason)
  if (error.code !== 'NOT_LIGHTNING_ADDRESS') return error
  return new LeydenError('BAD_RESPONSE', 'The address names a callback that cannot be asked.', {
    field: 'callback',
  })
}

/** Only whoever gave the invoice may say that it is paid. */
function verifiable(verify: string, callbackHost: string): string | null {
  const vetted = vetUrl(verify)
  return vetted.ok && vetted.url.hostname === callbackHost ? vetted.url.href : null
}

function refusal(verdict: Extract<CallbackVerdict, { ok: false }>, status: number): LeydenError {
  const { reason } = verdict
  switch (reason) {
    case 'amount_mismatch':
    case 'amount_missing':
    case 'wrong_network':
    case 'expired':
    case 'bad_invoice': {
      const { expected, actual } = { expected: undefined, actual: undefined, ...verdict.refusal }
      return new LeydenError(
        'INVOICE_MISMATCH',
        'The address gave an invoice that is not what was asked for.',
        {
          field: MISMATCH_FIELDS[reason],
          expected,
          actual,
        },
      )
    }
    case 'upstream_error':
      return new LeydenError('SERVICE_UNAVAILABLE', 'The provider of the address refuses this payment.', {
        status,
      })
    case 'unknown_success_action':
    case 'missing_pr':
    case 'bad_json':
    case 'bad_shape':
    case 'body_too_large':
      return status >= 500
        ? new LeydenError('SERVICE_UNAVAILABLE', 'The provider of the address is out of order.', { status })
        : new LeydenError('BAD_RESPONSE', `The address's answer is unusable: ${reason}.`, { status, reason })
    default:
      throw reason satisfies never
  }
}

const MISMATCH_FIELDS = {
  amount_mismatch: 'amount',
  amount_missing: 'amount',
  wrong_network: 'network',
  expired: 'expired',
  bad_invoice: 'invoice',
} as const
