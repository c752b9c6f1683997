import { type Charge, type ChargeRequest, type Client, type IntentReading, isLeydenError } from '@leyden/core'
import type { Recipient } from '../../address/recipient.js'
import { reportedError } from '../../foundation/errors/warn-developer.js'
import { chargeKey } from '../../foundation/query/keys.js'
import { runAttempt } from '../../foundation/query/own-mutation.js'
import { usableFiat } from '../fields/fiat.js'
import { checkCharge, mismatchOfError, withPrice } from '../flow/check-charge.js'
import type { ChargeTerms } from '../flow/pay-state.js'
import { isPayable } from '../flow/shown-charge.js'
import { orderOfIntent } from '../ledger/order-name.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'
import { FRESH_MS, type IntentReader, type IntentState, type IntentStates } from './intent-reader.js'

/**
 * Requests invoices from the server, one request per attempt, and checks each invoice before it is shown. A request is
 * cancelled when the person who is signed in leaves.
 */
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
      ({ charge, phase }) =>
        isPayable({ phase }) &&
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
    return runAttempt(queryClient, chargeKey(client.baseUrl), () => client.createCharge(body, { signal }))
  }

  /**
   * Requests the charge of a signed order. An intent function is asked again at most once, if its order has expired or
   * was replaced: two tabs that replace each other's orders then wait for a person.
   *
   * @param isSeen whether the person has seen everything that is known now
   * @returns null if there is something that the person has to see first
   */
  const postIntent = async (
    recipient: Recipient,
    terms: ChargeTerms,
    seen: IntentStates['read'],
    isSeen: () => boolean,
    signal: AbortSignal,
  ): Promise<Charge | null> => {
    try {
      await intents.refresh(FRESH_MS)
      if (!isSeen()) return null
      return await post(recipient, terms, seen.token, signal)
    } catch (cause) {
      const code = isLeydenError(cause) ? cause.code : ''
      // The order was paid elsewhere, or other terms of it. Reading it again brings the payment, which is then shown.
      if (code === 'ALREADY_PAID') await intents.refresh().catch(() => {})
      const isOutdated = code === 'INTENT_EXPIRED' || code === 'INTENT_SUPERSEDED'
      const renewed = isOutdated ? await intents.renew() : null
      // It is shown and reported in place of the order.
      if (renewed?.status === 'failed') return null
      if (renewed?.status !== 'read') throw cause
      return isSeen() && isSameToPeople(renewed.reading, seen.reading)
        ? post(recipient, terms, renewed.token, signal)
        : null
    }
  }

  /**
   * Calls a listener when a person who is known to be signed in leaves: signs out, or is followed by somebody else.
   *
   * @returns a function that unsubscribes
   */
  const onLeft = ({ user }: Client, listener: () => void) => {
    let known = user.subject
    return user.onChanged(() => {
      if (typeof known === 'string') listener()
      known = user.subject
    })
  }

  const make = async (recipient: Recipient, terms: ChargeTerms, attempt: number, own: AbortController) => {
    const { signal } = own
    // The person has seen the amount at this price. A newer price may arrive during the request.
    const price = usableFiat(settings().fiat)
    const payer = payerOf()
    const seen = flow.getState().unmatched?.length
    const isRequested = () => {
      const state = flow.getState()
      return state.status === 'requesting' && state.attempt === attempt
    }
    const isSeen = () => isRequested() && flow.getState().unmatched?.length === seen
    // The ledger would store the invoice as that of the person who is signed in when it arrives, with the note.
    const unsubscribe = onLeft(settings().client, () => {
      own.abort()
      if (isRequested()) flow.send({ type: 'back' })
    })
    try {
      const intent = intentState()
      const reply =
        intent?.status === 'read'
          ? await postIntent(recipient, terms, intent, isSeen, signal)
          : await post(recipient, terms, undefined, signal)
      if (!reply) {
        if (isRequested()) flow.send({ type: 'back' })
        return
      }
      const { client, network } = settings()
      const now = client.clock.now()
      const charge = checkCharge(reply, { address: recipient.address, terms, network, now })
      payers.set(charge.id, payer)
      flow.send({ type: 'charged', attempt, charge: withPrice(charge, price) })
    } catch (cause) {
      if (signal.aborted) return
      const error = reportedError(cause, settings().client, 'The request for an invoice')
      const mismatch = mismatchOfError(error)
      flow.send(
        mismatch ? { type: 'mismatched', attempt, mismatch } : { type: 'request_failed', attempt, error },
      )
    } finally {
      unsubscribe()
    }
  }

  /** Whether people see the same order in both, so that one may be paid in place of the other. */
  const isSameToPeople = (one: IntentReading, other: IntentReading) =>
    orderOfIntent(one, settings()).name === orderOfIntent(other, settings()).name &&
    one.description === other.description

  return {
    /**
     * Requests an invoice, and cancels a pending request. From the form, an open invoice for the same order is shown
     * again, because with two invoices a person could pay twice. With an intent the BFF decides that: the intent may have
     * been replaced.
     */
    request(recipient: Recipient, terms: ChargeTerms) {
      const open = intentState() ? undefined : openCharge(recipient, terms)
      if (open) return flow.send({ type: 'reopened', id: open.id })
      // First, because what the page has replaced may throw, and the form is usable then.
      const own = new AbortController()
      const attempt = ++attempts
      flow.send({ type: 'requested', recipient, terms, attempt })
      const state = flow.getState()
      if (state.status !== 'requesting' || state.attempt !== attempt) return
      pending?.abort()
      pending = own
      void make(recipient, terms, attempt, own)
    },
    /** Cancels a pending request. */
    abort: () => pending?.abort(),
  }
}
