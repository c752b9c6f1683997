import { type Evidence, LeydenError, type SuccessNote, type WatchState } from '@leyden/core'
import { parseUrl } from '@leyden/core/internal'
import { checkPreimage, decryptSuccessAction } from '@leyden/lightning'
import { CHARGE_PAID, onceOnly } from '../charge/charge-state.js'
import { badField } from '../http/bad-field.js'
import { orderCharge, orderId, orderIn, putOrder } from '../order/order.js'
import { afterPayment } from '../order/order-rule.js'
import type { Deliveries } from '../outbox/deliveries.js'
import type { Change, Known, View } from '../store/change.js'
import type { OrderPayment, Row, Store } from '../store/store.js'
import { type ChargeSubject, signedReferenceOf } from '../store/subject.js'
import { type StoredCharge, subjectOf } from '../store/subject-rows.js'
import { appendIn, type SubjectEvent, stateAt } from '../watch/states.js'
import type { Settlement } from './settlement-source.js'

const MAX_CLOCK_SKEW_MS = 5 * 60_000

/** {@link settleCharge} of one BFF. */
export type SettleCharge = (settlement: Settlement, evidence: Evidence) => Promise<WatchState>

interface SettleOptions {
  store: Pick<Store, 'get'>
  change: Change
  deliveries: Deliveries
  now: () => Date
}

/**
 * Records that a charge was paid. Idempotent: only the first report counts.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_FOUND`.
 */
export async function settleCharge(
  { store, change, deliveries, now }: SettleOptions,
  { paymentHash, preimage, paidAt }: Settlement,
  evidence: Evidence,
): Promise<WatchState> {
  if (!/^[0-9a-f]{64}$/i.test(paymentHash)) throw badField('payment_hash', 'must be 64 hex digits')
  const id = paymentHash.toLowerCase()
  if (preimage === undefined ? evidence === 'preimage' : !checkPreimage(preimage, id))
    throw badField('preimage', 'does not hash to the payment hash')
  const known = await store.get([id])
  const charge = chargeOf(known.rows[0])
  const checkedPaidAt = paidAt && checkPaidAt(paidAt, charge, now())
  const success = await successNote(charge.successAction, preimage)
  const facts = {
    evidence,
    preimage: preimage?.toLowerCase(),
    success,
    paidAt: checkedPaidAt?.toISOString(),
  }
  // Only the first evidence counts; further evidence is not a conflict.
  const event = { ...onceOnly(CHARGE_PAID), at: now(), facts, deliver: deliveries.wanted }
  const stored = await storePayment(change, charge, event, known)
  deliveries.wake()
  return stateAt(stored, now()).state
}

/**
 * Stores a payment, and in the same step what it means for the order, so that each delivery says the same.
 *
 * @returns what the store has of the charge now.
 */
function storePayment(
  change: Change,
  charge: ChargeSubject,
  event: SubjectEvent,
  known: Known,
): Promise<StoredCharge> {
  const { id } = charge
  const reference = signedReferenceOf(charge)
  const decide = (view: View): StoredCharge => {
    const stored = chargeOf(view.row(id))
    if (stored.state.shown.state.status === 'paid') return stored
    const orderPayment = reference === undefined ? undefined : payOrder(view, reference, charge, event.at)
    appendIn(view, id, { ...event, facts: { ...event.facts, orderPayment } })
    return chargeOf(view.row(id))
  }
  return change(reference === undefined ? [id] : [orderId(reference), id], decide, { known })
}

/** Records a payment in its order. Of two at once each knows whether it is the second. @returns what it means. */
function payOrder(view: View, reference: string, charge: ChargeSubject, now: Date): OrderPayment {
  const order = orderIn(view, reference)
  const { state, payment } = afterPayment(order, charge)
  const paid = { ...orderCharge(charge), payment, paidAt: now.toISOString() }
  const isKnown = order.charges.some(({ id }) => id === charge.id)
  const charges = order.charges.map((each) => (each.id === charge.id ? paid : each))
  putOrder(view, reference, { state, charges: isKnown ? charges : [paid, ...charges] }, charge.watchUntil)
  return payment
}

/** @throws LeydenError `NOT_FOUND` if the row is not that of a charge. */
function chargeOf(row: Row | null | undefined): StoredCharge {
  const charge = subjectOf(row)
  if (charge?.kind !== 'charge') throw new LeydenError('NOT_FOUND', 'No charge has this payment hash.')
  return charge
}

/** The time of a payment, clamped to the possible range to allow for clock skew. */
function checkPaidAt(paidAt: Date, { createdAt }: ChargeSubject, now: Date): Date {
  const paidMs = paidAt instanceof Date ? paidAt.getTime() : Number.NaN
  if (Number.isNaN(paidMs)) throw badField('paid_at', 'must be a time')
  const [createdMs, nowMs] = [Date.parse(createdAt), now.getTime()]
  if (paidMs < createdMs - MAX_CLOCK_SKEW_MS) throw badField('paid_at', 'is before the charge was created')
  if (paidMs > nowMs + MAX_CLOCK_SKEW_MS) throw badField('paid_at', 'is in the future')
  return new Date(Math.min(Math.max(paidMs, createdMs), nowMs))
}

/** The success action as a page may show it, if it may: an encrypted one needs the preimage (LUD-10). */
async function successNote(
  action: ChargeSubject['successAction'],
  preimage: string | undefined,
): Promise<SuccessNote | undefined> {
  switch (action?.tag) {
    case undefined:
      return undefined
    case 'message':
      return { tag: 'message', message: action.message }
    case 'url': {
      const { description, url, callbackHost } = action
      return { tag: 'url', description, url, foreign: parseUrl(url)?.hostname !== callbackHost }
    }
    case 'aes': {
      const text = preimage === undefined ? null : await decryptSuccessAction(action, preimage)
      return text === null ? undefined : { tag: 'secret', description: action.description, text }
    }
    default:
      return action satisfies never
  }
}
