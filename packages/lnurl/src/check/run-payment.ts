import { type AddressValidation, isLeydenError, type LeydenError, type Network } from '@leyden/core'
import type { PaymentStatus, ProviderCharge } from '@leyden/core/provider'
import { cutComment, type PAYER_DATA_KINDS, type PayRequest } from '@leyden/lightning'
import type { GuardedGet } from '../guarded-get.js'
import { lookUpAddress } from '../look-up-address.js'
import { payCharge } from '../pay-charge.js'
import type { RequestDetails } from '../trace.js'
import { createVerifyPayment } from '../verify-payment.js'

/** One step of a payment: what the engine saw, and what it made of it. */
interface Step<Result> {
  details: RequestDetails
  result?: Result | undefined
  error?: LeydenError | undefined
}

/** The request for an invoice, with what was sent. */
interface ChargeStep extends Step<ProviderCharge> {
  amountMsat: bigint
  /** The recipient's words about the same request with a comment, which it refused. */
  commentRefused?: string | undefined
}

/** The steps of one payment, as far as it went. */
export interface PaymentRun {
  lookUp: Step<AddressValidation>
  charge?: ChargeStep | undefined
  verify?: Step<PaymentStatus> | undefined
}

/** Tells the recipient what this invoice was for. */
const COMMENT = 'A check of this address. Nobody will pay this invoice.'
/** RFC 2606 reserves the domain, so that no message reaches anybody. */
const PAYER_DATA = {
  name: 'Check',
  email: 'check@example.com',
  identifier: 'check@example.com',
} as const satisfies Record<(typeof PAYER_DATA_KINDS)[number], string>
const SILENT = { info() {}, warn() {}, error() {} }

/** Does what a payment does, up to the verification of its invoice, which nobody pays. Never throws. */
export async function runPayment(
  address: string,
  {
    get,
    network,
    now,
    lookUpOnly,
    signal,
  }: { get: GuardedGet; network: Network; now: () => Date; lookUpOnly: boolean; signal: AbortSignal },
): Promise<PaymentRun> {
  const lookUp = await run((trace) => lookUpAddress(get, address, { signal, trace }))
  const { payRequest } = lookUp.details
  if (lookUpOnly || !lookUp.result?.valid || !payRequest?.ok) return { lookUp }
  const { metadata } = lookUp.result
  const { value } = payRequest

  async function requestInvoice(comment: string): Promise<ChargeStep> {
    const amountMsat = value.minSats * 1000n
    const request = {
      lnaddress: address,
      amount: String(amountMsat),
      description: comment,
      payerData: payerDataFor(value),
    }
    const charging = run((trace) =>
      payCharge({ get, network, now, log: SILENT }, request, metadata, { signal, trace }),
    )
    return { ...(await charging), amountMsat }
  }
  const comment = cutComment(COMMENT, value.commentAllowed)
  let charge = await requestInvoice(comment)
  if (comment !== '' && charge.error?.code === 'REFUSED') {
    const plain = await requestInvoice('')
    if (plain.result) charge = { ...plain, commentRefused: charge.error.providerMessage ?? '' }
  }

  const { callback } = charge.details
  const verifyUrl = charge.result?.verifyUrl
  if (verifyUrl === undefined || !callback?.ok) return { lookUp, charge }
  const { paymentHash, paymentRequest: invoice } = callback.invoice
  const verifyPayment = createVerifyPayment({ get, now: () => now().getTime(), log: SILENT })
  const verify = await run((trace) => verifyPayment({ verifyUrl, paymentHash, invoice }, { signal, trace }))
  return { lookUp, charge, verify }
}

/** Runs one step of the engine, and collects its details. */
async function run<Result>(
  step: (trace: { details: RequestDetails }) => Promise<Result>,
): Promise<Step<Result>> {
  const details: RequestDetails = { hops: [] }
  try {
    return { details, result: await step({ details }) }
  } catch (error) {
    if (!isLeydenError(error)) throw error
    return { details, error }
  }
}

/** Only what the recipient demands: the engine refuses to go on without it. */
function payerDataFor({ payerData }: PayRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PAYER_DATA).filter(([kind]) => payerData[kind]?.mandatory === true),
  )
}
