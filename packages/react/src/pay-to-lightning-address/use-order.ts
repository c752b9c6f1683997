import { type ChargeRequest, type Client, isLeydenError, LeydenError } from '@leyden/core'
import { checkCharge, mismatchOfError, type Order, type PayEvent, type PayState } from '@leyden/core/pay'
import { useEffect, useRef } from 'react'
import { tellDeveloper } from '../provider/tell-developer.js'
import { useLatest } from '../provider/use-latest.js'
import type { PayOptions } from './pay-options.js'

interface OrderOptions {
  client: Client
  state: PayState
  options: PayOptions
  /** What the person tells about themselves; goes out with the request and is kept nowhere. */
  payerData: Readonly<Record<string, string>> | null
  attempts: { current: number }
  send: (event: PayEvent) => void
}

/**
 * Asks for invoices, and lets none through that was not checked. `withdraw` calls off a request under way.
 */
export function useOrder({ client, state, options, payerData, attempts, send }: OrderOptions) {
  const latest = useLatest({ state, options, client, payerData })
  const request = useRef<AbortController | null>(null)
  const withdraw = () => request.current?.abort()
  useEffect(() => () => request.current?.abort(), [])

  // Another amount, note or reference from the page is another payment: what was asked for is withdrawn.
  const { amountSats, description, reference, intent } = options
  const fixed = JSON.stringify([String(amountSats), description, reference, intent])
  const fixedBefore = useRef(fixed)
  useEffect(() => {
    if (fixedBefore.current === fixed) return
    fixedBefore.current = fixed
    if (latest.current.state.status === 'paid') return
    request.current?.abort()
    send({ type: 'back' })
  }, [fixed, latest, send])

  const ask = (order: Order) => {
    const { state: from, options: props, client, payerData } = latest.current
    if (!('recipient' in from) || !canOrder(from)) return
    const attempt = ++attempts.current
    const to = from.recipient.address
    const payer_data = payerData ? { ...payerData } : undefined
    const body: ChargeRequest =
      props.intent === undefined
        ? {
            lnaddress: to,
            amount: String(order.amountMsat),
            description: order.note || undefined,
            reference: props.reference,
            payer_data,
          }
        : { intent: props.intent, payer_data }
    request.current?.abort()
    request.current = new AbortController()
    const { signal } = request.current
    send({ type: 'ordered', order, attempt })
    client.createCharge(body, { signal, idempotencyKey: newKey() }).then(
      (reply) => {
        const verdict = checkCharge(reply, { address: to, order, network: props.network, now: new Date() })
        send(
          verdict.ok
            ? { type: 'charged', attempt, charge: verdict.charge }
            : { type: 'mismatched', attempt, mismatch: verdict.mismatch },
        )
      },
      (cause: unknown) => {
        if (signal.aborted) return
        const error = isLeydenError(cause)
          ? cause
          : new LeydenError('NETWORK', 'The request for an invoice failed in an unexpected way.', { cause })
        tellDeveloper(error, client)
        const mismatch = mismatchOfError(error)
        send(mismatch ? { type: 'mismatched', attempt, mismatch } : { type: 'order_failed', attempt, error })
      },
    )
  }

  return { ask, withdraw }
}

function canOrder({ status }: PayState): boolean {
  return ['ready', 'expired', 'unconfirmed', 'mismatch', 'failed'].includes(status)
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
