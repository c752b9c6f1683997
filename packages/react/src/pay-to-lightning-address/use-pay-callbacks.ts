import type { Client } from '@leyden/core'
import { useRef } from 'react'
import { ledgerOf } from '../ledger/charge-ledger.js'
import type { CheckedCharge, PaymentFacts, PayState } from '../pay-flow/index.js'
import { useBrowserLayoutEffect, useLatest } from '../provider/use-latest.js'
import type { PayOptions } from './pay-options.js'

/**
 * Tells the page of each new state, through whichever functions it passes at the moment: before anybody can see
 * it, for whoever closes what is shown at once ends with what was seen.
 */
export function usePayCallbacks(
  client: Client,
  state: PayState,
  options: PayOptions,
  reference: string | undefined,
): void {
  const latest = useLatest({ client, options, reference })
  const told = useRef<PayState>(state)
  const charged = useRef<string | null>(null)
  useBrowserLayoutEffect(() => {
    // StrictMode runs effects twice for one state.
    if (told.current === state) return
    told.current = state
    // A browser wallet that refuses leads back to the same invoice.
    const isKnown = 'charge' in state && charged.current === state.charge.id
    if ('charge' in state) charged.current = state.charge.id
    try {
      const { client, options, reference } = latest.current
      options.onStateChange?.(state)
      tell(state, options, isKnown)
      const tellPaid = (charge: CheckedCharge, facts: PaymentFacts) => {
        const { evidence, preimage, at, late, duplicateOf } = facts
        if (ledgerOf(client).reportOnce(charge.id))
          options.onPaid?.({ charge, evidence, preimage, at, late, duplicateOf, reference })
      }
      if (state.status === 'paid') tellPaid(state.charge, state)
      for (const payment of state.arrived ?? []) if (payment.isOwn) tellPaid(payment.charge, payment)
    } catch (error) {
      // A mistake in the page's own function must not take the word "paid" off the screen.
      reportError(error)
    }
  }, [state, latest])
}

function tell(
  state: PayState,
  { onCharge, onExpired, onUnconfirmed, onError }: PayOptions,
  isKnown: boolean,
) {
  switch (state.status) {
    case 'awaiting':
      if (!isKnown) onCharge?.(state.charge)
      break
    case 'expired':
      onExpired?.(state.charge)
      break
    case 'unconfirmed':
      onUnconfirmed?.(state.charge)
      break
    case 'failed':
    case 'unreachable':
      onError?.(state.error)
      break
    default:
  }
}
