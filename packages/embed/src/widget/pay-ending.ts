import type { AddressLookup } from '@leyden/react'
import type { LedgerPayment } from '@leyden/react/flows'
import { isDetectable, type PayState } from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'

/** How a payment ends if its widget is closed in this state. The ledger reports payments. */
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
    ...(reference !== undefined && { reference }),
    ...(duplicateOf !== undefined && { duplicateOf }),
  }
}

/** How a charge ends that expired unpaid. */
export function unseenEnding(charge: Parameters<typeof isDetectable>[0]): Ending {
  return { status: isDetectable(charge) ? 'expired' : 'unconfirmed' }
}

function errorEnding({ code, retryable }: { code: string; retryable: boolean }): Ending {
  return { status: 'error', code, retryable }
}
