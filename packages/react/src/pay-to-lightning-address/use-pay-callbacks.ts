import type { PayState } from '@leyden/core/pay'
import { useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../provider/use-latest.js'
import { isFirstReport } from './open-charge.js'
import type { PayOptions } from './pay-options.js'

/**
 * Tells the page of each new state, through whichever functions it passes at the moment: before anybody can see
 * it, for whoever closes what is shown at once ends with what was seen.
 */
export function usePayCallbacks(state: PayState, options: PayOptions): void {
  const latest = useLatest(options)
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
      latest.current.onStateChange?.(state)
      tell(state, latest.current, isKnown)
    } catch (error) {
      // A mistake in the page's own function must not take the word "paid" off the screen.
      reportError(error)
    }
  }, [state, latest])
}

function tell(state: PayState, options: PayOptions, isKnown: boolean): void {
  const { reference, onCharge, onPaid, onExpired, onUnconfirmed, onError } = options
  switch (state.status) {
    case 'awaiting':
      if (!isKnown) onCharge?.(state.charge)
      break
    case 'paid':
      if (isFirstReport(state.charge.id)) {
        const { charge, evidence, preimage, at, late } = state
        onPaid?.({
          charge,
          evidence,
          at,
          late,
          ...(preimage !== undefined && { preimage }),
          ...(reference !== undefined && { reference }),
        })
      }
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
