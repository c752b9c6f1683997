import {
  type Charge,
  type ChargeRequest,
  type Client,
  type IntentReading,
  isLeydenError,
  LeydenError,
} from '@leyden/core'
import { useEffect, useRef } from 'react'
import { checkCharge, mismatchOfError, type Order, type PayState } from '../pay-flow/index.js'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { tellDeveloper } from '../provider/tell-developer.js'
import { useLatest } from '../provider/use-latest.js'
import { newAttempt } from '../query/attempt.js'
import { createChargeMutationOptions } from '../query/charge-mutation.js'
import { runMutation } from '../query/run-mutation.js'
import type { PayOptions } from './pay-options.js'
import type { PayStore } from './pay-store.js'
import type { IntentHandle } from './use-intent.js'

interface OrderOptions {
  client: Client
  store: PayStore
  options: PayOptions
  intent: IntentHandle
  /** What the person tells about themselves; goes out with the request and is kept nowhere. */
  payerData: Readonly<Record<string, string>> | null
  attempts: { current: number }
}

/**
 * Asks for invoices, and lets none through that was not checked. `withdraw` calls off a request under way.
 */
export function useOrder({ client, store, options, intent, payerData, attempts }: OrderOptions) {
  const queryClient = useLeydenQueryClient()
  const latest = useLatest({ options, client, payerData, intent })
  const request = useRef<AbortController | null>(null)
  const withdraw = () => request.current?.abort()
  useEffect(() => () => request.current?.abort(), [])

  const ask = (order: Order) => {
    const from = store.getState()
    const { intent } = latest.current
    if (!('recipient' in from) || !canOrder(from)) return
    const attempt = ++attempts.current
    const to = from.recipient.address
    request.current?.abort()
    request.current = new AbortController()
    const { signal } = request.current
    store.send({ type: 'ordered', order, attempt })

    const take = (reply: Charge) => {
      const { options: props, client } = latest.current
      const verdict = checkCharge(reply, {
        address: to,
        order,
        network: props.network,
        now: client.clock.now(),
      })
      store.send(
        verdict.ok
          ? { type: 'charged', attempt, charge: verdict.charge }
          : { type: 'mismatched', attempt, mismatch: verdict.mismatch },
      )
    }
    const fail = (cause: unknown) => {
      if (signal.aborted) return
      const error = isLeydenError(cause)
        ? cause
        : new LeydenError('NETWORK', 'The request for an invoice failed in an unexpected way.', { cause })
      tellDeveloper(error, latest.current.client)
      const mismatch = mismatchOfError(error)
      store.send(
        mismatch ? { type: 'mismatched', attempt, mismatch } : { type: 'order_failed', attempt, error },
      )
    }
    const send = (token: string | undefined) => {
      const { options: props, client, payerData } = latest.current
      const payer_data = payerData ? { ...payerData } : undefined
      const body: ChargeRequest =
        token === undefined
          ? {
              lnaddress: to,
              amount: String(order.amountMsat),
              description: order.note || undefined,
              reference: props.reference,
              payer_data,
            }
          : { intent: token, payer_data }
      return runMutation(queryClient, createChargeMutationOptions(client), newAttempt(body, { signal }))
    }

    if (intent.entry?.status !== 'read') {
      if (intent.entry === null) send(undefined).then(take, fail)
      return
    }
    const { token, reading } = intent.entry
    send(token)
      .catch(async (cause: unknown) => {
        const code = isLeydenError(cause) ? cause.code : ''
        // Paid elsewhere meanwhile: the reading brings the payment, which takes over the card.
        if (code === 'ALREADY_PAID') await latest.current.intent.refresh()
        const renewed = code === 'INTENT_EXPIRED' ? await latest.current.intent.renew() : null
        // What the person saw is all that may be paid without another look.
        if (renewed?.status === 'read' && isSameOrder(renewed.reading, reading)) return send(renewed.token)
        if (renewed?.status === 'read') return null
        throw cause
      })
      .then((reply) => (reply ? take(reply) : store.send({ type: 'back' })), fail)
  }

  return { ask, withdraw }
}

function isSameOrder(one: IntentReading, other: IntentReading): boolean {
  return (
    one.lnaddress === other.lnaddress && one.amount === other.amount && one.description === other.description
  )
}

function canOrder({ status }: PayState): boolean {
  return ['ready', 'expired', 'unconfirmed', 'mismatch', 'failed'].includes(status)
}
