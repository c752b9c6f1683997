import { type Charge, type ChargeRequest, type IntentReading, isLeydenError } from '@leyden/core'
import type { Recipient } from '../../address/recipient.js'
import { reportedError } from '../../foundation/provider/warn-developer.js'
import { leydenKeys } from '../../foundation/query/leyden-keys.js'
import { runAttempt } from '../../foundation/query/own-mutation.js'
import { usableFiat } from '../fields/fiat.js'
import { checkCharge, mismatchOfError } from '../flow/check-charge.js'
import type { ChargeTerms } from '../flow/pay-state.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'
import type { IntentReader, IntentState } from './intent-reader.js'

/** Requests invoices from the server, one request per attempt, and checks each invoice before it is shown. */
export function createPayRequests(
  flow: PayFlow,
  settings: () => PaySettings,
  intents: IntentReader,
  intentState: () => IntentState | null,
) {
  let attempts = 0
  let pending: AbortController | undefined
  /** The payer data of each charge, which nothing else holds. */
  const payers = new Map<string, string>()
  const payerOf = () => JSON.stringify(settings().payerData ?? null)

  const openCharge = ({ address }: Recipient, { amountMsat, note }: ChargeTerms) => {
    const state = flow.getState()
    const open = (state.status === 'idle' ? state.earlier : undefined)?.find(
      ({ charge, isInvoiceExpired }) =>
        !isInvoiceExpired &&
        charge.address === address &&
        charge.amountMsat === amountMsat &&
        (charge.note || undefined) === note &&
        (payers.get(charge.id) ?? 'null') === payerOf(),
    )
    return open?.charge
  }

  const post = (recipient: Recipient, terms: ChargeTerms, token: string | undefined, signal: AbortSignal) => {
    const { client, queryClient, reference, payerData } = settings()
    const payer_data = payerData && { ...payerData }
    const body: ChargeRequest =
      token === undefined
        ? {
            lnaddress: recipient.address,
            amount: String(terms.amountMsat),
            description: terms.note || undefined,
            reference,
            payer_data,
          }
        : { intent: token, payer_data }
    return runAttempt(queryClient, leydenKeys.charge(client.baseUrl), signal, (options) =>
      client.createCharge(body, options),
    )
  }

  /** @returns null if the page asks for another order now, which the person has to see first. */
  const obtain = async (
    recipient: Recipient,
    terms: ChargeTerms,
    signal: AbortSignal,
  ): Promise<Charge | null> => {
    const intent = intentState()
    if (intent?.status !== 'read') return post(recipient, terms, undefined, signal)
    try {
      return await post(recipient, terms, intent.token, signal)
    } catch (cause) {
      const code = isLeydenError(cause) ? cause.code : ''
      // The order was paid elsewhere. Reading the intent again brings the payment, which the card then shows.
      if (code === 'ALREADY_PAID') await intents.refresh()
      const renewed = code === 'INTENT_EXPIRED' ? await intents.renew() : null
      if (renewed?.status !== 'read') throw cause
      // Only an order that the person has seen may be paid without showing it again.
      return isSameOrder(renewed.reading, intent.reading)
        ? post(recipient, terms, renewed.token, signal)
        : null
    }
  }

  const make = async (recipient: Recipient, terms: ChargeTerms, attempt: number, signal: AbortSignal) => {
    // The person has seen the amount at this price. A newer price may arrive during the request.
    const price = usableFiat(settings().fiat)
    const payer = payerOf()
    try {
      const reply = await obtain(recipient, terms, signal)
      if (!reply) return flow.send({ type: 'back' })
      const { client, network } = settings()
      const now = client.clock.now()
      const charge = checkCharge(reply, { address: recipient.address, terms, network, now })
      payers.set(charge.id, payer)
      flow.send({ type: 'charged', attempt, charge: { ...charge, price } })
    } catch (cause) {
      if (signal.aborted) return
      const error = reportedError(cause, settings().client, 'The request for an invoice')
      const mismatch = mismatchOfError(error)
      flow.send(
        mismatch ? { type: 'mismatched', attempt, mismatch } : { type: 'request_failed', attempt, error },
      )
    }
  }

  return {
    /**
     * Requests an invoice, and cancels a pending request. From the form, an open invoice for the same order is shown
     * again, because with two invoices a person could pay twice.
     */
    request(recipient: Recipient, terms: ChargeTerms) {
      const open = openCharge(recipient, terms)
      if (open) return flow.send({ type: 'reopened', id: open.id })
      const attempt = ++attempts
      flow.send({ type: 'requested', recipient, terms, attempt })
      const state = flow.getState()
      if (state.status !== 'requesting' || state.attempt !== attempt) return
      pending?.abort()
      pending = new AbortController()
      void make(recipient, terms, attempt, pending.signal)
    },
    /** Cancels a pending request. */
    abort: () => pending?.abort(),
  }
}

function isSameOrder(one: IntentReading, other: IntentReading): boolean {
  return (['lnaddress', 'amount', 'description'] as const).every((field) => one[field] === other[field])
}
