import type { PayState } from '@leyden/core/pay'
import { useEffect, useRef } from 'react'
import { useLatest } from '../provider/use-latest.js'
import { isFirstReport } from './open-charge.js'
import type { PayOptions } from './pay-options.js'

/** Tells the page of each new state, whichever function it passes at the moment. */
export function usePayCallbacks(state: PayState, options: PayOptions): void {
  const latest = useLatest(options)
  const told = useRef<PayState | null>(null)
  useEffect(() => {
    // StrictMode runs effects twice for one state.
    if (told.current === state) return
    const first = told.current === null
    told.current = state
    const { reference, onStateChange, onCharge, onPaid, onExpired, onUnconfirmed, onError } = latest.current
    if (!first || state.status !== 'empty') onStateChange?.(state)
    switch (state.status) {
      case 'awaiting':
        return onCharge?.(state.charge)
      case 'paid': {
        if (!isFirstReport(state.charge.id)) return
        const { charge, evidence, preimage, at, late } = state
        return onPaid?.({
          charge,
          evidence,
          at,
          late,
          ...(preimage !== undefined && { preimage }),
          ...(reference !== undefined && { reference }),
        })
      }
      case 'expired':
        return onExpired?.(state.charge)
      case 'unconfirmed':
        return onUnconfirmed?.(state.charge)
      case 'failed':
      case 'unreachable':
        return onError?.(state.error)
      default:
        return
    }
  }, [state, latest])
}
