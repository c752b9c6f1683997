import { isDetectable, type PayState } from '@leyden/core/pay'
import type { Ending } from '../outcome/outcome.js'

/** How a payment ends were its widget closed in this state. */
export function payEnding(state: PayState, reference?: string): Ending {
  switch (state.status) {
    case 'paid':
      return {
        status: 'paid',
        amountMsat: String(state.charge.amountMsat),
        lnaddress: state.charge.address,
        evidence: state.evidence,
        ...(reference !== undefined && { reference }),
      }
    case 'expired':
    case 'unconfirmed':
      return { status: state.status }
    case 'awaiting':
    case 'confirming':
      return { status: 'pending' }
    case 'mismatch':
      return state.earlier
        ? { status: 'pending' }
        : { status: 'error', code: 'INVOICE_MISMATCH', retryable: true }
    case 'failed':
      return state.earlier ? { status: 'pending' } : errorEnding(state.error)
    case 'unreachable':
      return errorEnding(state.error)
    case 'ready':
    case 'requesting':
      return state.earlier ? { status: 'pending' } : { status: 'cancelled' }
    case 'empty':
    case 'looking':
    case 'invalid':
      return { status: 'cancelled' }
    default:
      return state satisfies never
  }
}

/** How a charge ends whose time is over and which nobody saw paid. */
export function unseenEnding(charge: Parameters<typeof isDetectable>[0]): Ending {
  return { status: isDetectable(charge) ? 'expired' : 'unconfirmed' }
}

export function errorEnding({ code, retryable }: { code: string; retryable: boolean }): Ending {
  return { status: 'error', code, retryable }
}
