import type { Client } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import type { AddressLookup } from '@leyden/react'
import {
  isDetectable,
  type LedgerPayment,
  ledgerOf,
  type PayState,
  type ShownCharge,
} from '@leyden/react/flows'
import { type Ending, errorEnding } from '../outcome/outcome.js'

/** The outcome of a payment whose widget is closed in this state. The ledger reports payments. */
export function payEnding(state: Exclude<PayState, { status: 'paid' }>, address: AddressLookup): Ending {
  const mayBePaid = state.earlier?.some(({ hasEnded }) => !hasEnded)
  switch (state.status) {
    case 'expired':
    case 'unconfirmed':
      return { status: state.status }
    case 'awaiting':
    case 'confirming':
      return { status: 'pending' }
    case 'mismatch':
      return mayBePaid
        ? { status: 'pending' }
        : { status: 'error', code: 'INVOICE_MISMATCH', retryable: true }
    case 'failed':
      return mayBePaid ? { status: 'pending' } : errorEnding(state.error)
    case 'idle':
      if (address.status === 'unreachable' && !mayBePaid) return errorEnding(address.error)
      return { status: mayBePaid ? 'pending' : 'cancelled' }
    case 'requesting':
      return { status: mayBePaid ? 'pending' : 'cancelled' }
    default:
      return state satisfies never
  }
}

export function paidEnding({ charge, evidence, reference, duplicateOf }: LedgerPayment): Ending {
  return {
    status: 'paid',
    amountMsat: String(charge.amountMsat),
    lnaddress: charge.address,
    evidence,
    reference,
    duplicateOf,
  }
}

/** Charges that are watched without a widget, by payment hash. */
const followed = new Map<string, () => void>()

/** Called if a widget shows the end of this charge, so that it is not reported twice. */
export function stopFollowing(chargeId: string): void {
  followed.get(chargeId)?.()
}

/** Reports the outcome of a removed widget's charges: one is paid, or none is watched any more. */
export function followCharges(
  client: Client,
  charges: readonly ShownCharge[],
  { signal, onEnding }: { signal: AbortSignal; onEnding: (ending: Ending) => void },
): void {
  const ledger = ledgerOf(client)
  const open = new Set(charges.filter(({ hasEnded }) => !hasEnded).map(({ charge }) => charge.id))
  const [newest] = charges
  if (!newest || open.size === 0) return
  const stop = () => {
    for (const id of open) if (followed.get(id) === stop) followed.delete(id)
    unsubscribe()
  }
  const unsubscribe = callAll([
    ledger.onPayment((payment) => {
      if (!open.has(payment.charge.id)) return
      stop()
      onEnding(paidEnding(payment))
    }),
    ledger.onEnd(({ charge }) => {
      if (!open.delete(charge.id) || open.size > 0) return
      stop()
      onEnding({ status: isDetectable(newest.charge) ? 'expired' : 'unconfirmed' })
    }),
  ])
  for (const id of open) {
    followed.get(id)?.()
    followed.set(id, stop)
  }
  signal.addEventListener('abort', stop, { once: true })
}
