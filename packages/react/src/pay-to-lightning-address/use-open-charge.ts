import type { Client } from '@leyden/core'
import type { PayState } from '@leyden/core/pay'
import { useEffect, useRef } from 'react'
import { useLatest } from '../provider/use-latest.js'
import { forgetOpenCharge, keepOpenCharge, type OpenCharge, openChargeOf, takeSlot } from './open-charge.js'
import type { PayOptions } from './pay-options.js'

interface OpenChargeOptions {
  client: Client
  state: PayState
  options: PayOptions
  onRestore: (open: OpenCharge) => void
}

/** Keeps the charge that can be paid, and brings it back when the page had been thrown away meanwhile. */
export function useOpenCharge({ client, state, options, onRestore }: OpenChargeOptions): void {
  const slot = useRef<string | null>(null)
  const latest = useLatest({ onRestore, network: options.network })
  // What the page fixes tells its widgets apart.
  const key = JSON.stringify([client.baseUrl, options.address, String(options.amountSats), options.reference])

  useEffect(() => {
    const taken = takeSlot(`${location.pathname}:${key}`)
    slot.current = taken.slot
    const open = openChargeOf(taken.slot, latest.current.network, new Date())
    if (open) latest.current.onRestore(open)
    return () => {
      slot.current = null
      taken.release()
    }
  }, [key, latest])

  useEffect(() => {
    if (slot.current === null) return
    switch (state.status) {
      case 'awaiting':
      case 'confirming':
        return keepOpenCharge(slot.current, state)
      case 'paid':
      case 'ready':
        return forgetOpenCharge(slot.current)
      default:
        return
    }
  }, [state])
}
