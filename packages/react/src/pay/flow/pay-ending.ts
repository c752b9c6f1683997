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
  if (state.status === 'expired' || state.status === 'unconfirmed') return { status: state.status }
  const mayBePaid = 'charge' in state || state.earlier?.some(({ isWatchOver }) => !isWatchOver)
  if (mayBePaid) return { status: 'pending' }
  switch (state.status) {
    case 'mismatch':
      return { status: 'error', code: 'INVOICE_MISMATCH', retryable: true }
    case 'failed':
      return errorEnding(state.error)
    case 'idle':
      return addressError ? errorEnding(addressError) : { status: 'cancelled' }
    case 'requesting':
      return { status: 'cancelled' }
    default:
      return state satisfies never
  }
}

function errorEnding({ code, retryable }: LeydenError): PayEnding {
  return { status: 'error', code, retryable }
}
