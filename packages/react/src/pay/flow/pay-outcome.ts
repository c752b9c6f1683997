import { LeydenError } from '@leyden/core'
import { errorOutcome, type PayOutcome, paidOutcome } from '../../foundation/reports/widget-outcome.js'
import type { ArrivedPayment, PayState } from './pay-state.js'
import { isOver } from './shown-charge.js'

/** The error of a request that failed, or of an invoice that failed a check. */
export function payError(state: PayState<'failed' | 'mismatch'>): LeydenError {
  if (state.status === 'failed') return state.error
  return new LeydenError('INVOICE_MISMATCH', 'The charge does not match the request.', state.mismatch)
}

/** The payments of this widget's own charges that a state shows: its receipt, and those in notices. */
export function ownPayments(state: PayState): readonly (PayState<'paid'> | ArrivedPayment)[] {
  const arrived = state.arrived?.filter(({ isOwn }) => isOwn) ?? []
  return state.status === 'paid' ? [state, ...arrived] : arrived
}

/**
 * How a payment stands if its widget is closed in this state. A receipt that is shown again after a reload is no new
 * payment.
 *
 * @param addressError why the address in the form could not be looked up
 */
export function payOutcome(state: PayState, addressError?: LeydenError | undefined): PayOutcome {
  switch (state.status) {
    case 'paid':
      return state.isRestored ? { status: 'cancelled' } : paidOutcome(state)
    case 'expired':
    case 'unconfirmed':
      return { status: state.status }
    case 'awaiting':
    case 'confirming':
      return { status: 'pending' }
    case 'idle':
      return withoutCharge(state, addressError)
    case 'requesting':
      return withoutCharge(state)
    case 'mismatch':
    case 'failed':
      return withoutCharge(state, payError(state))
    default:
      return state satisfies never
  }
}

/** The outcome of a state that shows no charge. An earlier one may still be paid. */
function withoutCharge({ earlier = [] }: PayState, error?: LeydenError | undefined): PayOutcome {
  if (earlier.some((shown) => !isOver(shown))) return { status: 'pending' }
  return error ? errorOutcome(error) : { status: 'cancelled' }
}
