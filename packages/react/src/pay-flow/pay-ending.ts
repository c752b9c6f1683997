import type { LeydenError } from '@leyden/core'
import type { PayState, PayStatus } from './pay-state.js'

/** How a payment stands when its widget is closed, as far as the widget knows. */
export type PayEnding =
  | {
      /** `pending`: an invoice may still be paid. `cancelled`: nothing was paid, and no invoice is open. */
      status: 'pending' | 'cancelled' | 'expired' | 'unconfirmed'
    }
  | {
      /** There is no invoice. */
      status: 'error'
      /** The code of the error, or `INVOICE_MISMATCH`. */
      code: string
      /** Whether trying again may help. */
      retryable: boolean
    }

/** The states in which a request or an invoice has ended, though a late payment of it may follow. */
export const endedPayStates: readonly PayStatus[] = ['expired', 'unconfirmed', 'mismatch', 'failed']

/**
 * How a payment ends if its widget is closed in this state. The ledger reports payments.
 *
 * @param addressError why the address in the form could not be looked up
 */
export function payEnding(
  state: Exclude<PayState, { status: 'paid' }>,
  addressError?: LeydenError | undefined,
): PayEnding {
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
      if (addressError && !mayBePaid) return errorEnding(addressError)
      return { status: mayBePaid ? 'pending' : 'cancelled' }
    case 'requesting':
      return { status: mayBePaid ? 'pending' : 'cancelled' }
    default:
      return state satisfies never
  }
}

function errorEnding({ code, retryable }: LeydenError): PayEnding {
  return { status: 'error', code, retryable }
}
