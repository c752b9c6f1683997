import { LeydenError } from '@leyden/core'
import type { ChargeTerms } from '../charge/charge-terms.js'
import type { OrderPayment } from '../store/store.js'
import type { ChargeSubject, StoredTerms } from '../store/subject.js'
import type { Order, OrderState } from './order.js'

/** The recipient and amount of an order. The note is not one of its terms. */
export type Terms = Pick<StoredTerms, 'lnaddress' | 'amountMsat'>

/** Terms as the store has them. */
export function storedTerms({ lnaddress, amountMsat }: ChargeTerms): Terms {
  return { lnaddress, amountMsat: String(amountMsat) }
}

export function sameTerms(one: Terms, other: Terms): boolean {
  return one.lnaddress === other.lnaddress && one.amountMsat === other.amountMsat
}

/** Whether these terms are the ones that were signed last, so that they may be charged while the order is unpaid. */
export function isLastSigned({ state }: Pick<Order, 'state'>, terms: Terms): boolean {
  return state !== null && sameTerms(state, terms)
}

/**
 * Checks that a charge of these terms may be created, or returned while it is open.
 *
 * @throws LeydenError `ALREADY_PAID`, `INTENT_SUPERSEDED`.
 */
export function checkChargeable(order: Pick<Order, 'state'>, terms: Terms): void {
  if (order.state?.paidBy !== undefined)
    throw new LeydenError('ALREADY_PAID', 'The order that the shop signed this intent for is already paid.', {
      field: 'intent',
    })
  if (!isLastSigned(order, terms))
    throw new LeydenError(
      'INTENT_SUPERSEDED',
      'The shop has signed this order again with other terms. Get the newest intent from the shop.',
      { field: 'intent' },
    )
}

/**
 * The state after a signature: its terms are the last ones from now on, and the next charge takes its note. If the order
 * is paid, nothing replaces the terms that were paid.
 */
export function afterSigning(state: OrderState | null, { lnaddress, amountMsat, description }: StoredTerms) {
  if (state?.paidBy !== undefined) return state
  const isSame = state && sameTerms(state, { lnaddress, amountMsat })
  return isSame && state.description === description ? state : { lnaddress, amountMsat, description }
}

/**
 * What a payment means for the order, and the state after it: the first payment of the terms that were signed last pays
 * the order. A payment of other terms never pays it, not even if they are signed again later: the shop has been told not
 * to deliver for it.
 */
export function afterPayment(
  { state, charges }: Order,
  charge: ChargeSubject,
): { state: OrderState; payment: OrderPayment } {
  // A charge proves that its terms were signed, even if its order were lost.
  const { lnaddress, amountMsat, description } = charge
  const last: OrderState = state ?? { lnaddress, amountMsat, description }
  const matches = isLastSigned({ state: last }, charge)
  // If an earlier payment of the same terms had matched, the order would be paid, and this payment would match, too.
  const alike = charges.find(
    (other) => other.payment && !other.payment.duplicateOf && sameTerms(other, charge),
  )
  const earlier = matches ? last.paidBy : alike?.id
  return {
    state: matches && last.paidBy === undefined ? { ...last, paidBy: charge.id } : last,
    payment: { lnaddress: last.lnaddress, amountMsat: last.amountMsat, matches, duplicateOf: earlier },
  }
}
