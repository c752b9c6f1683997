import { type Evidence, LeydenError, type SuccessNote, type WatchState } from '@leyden/core'
import { checkPreimage, decryptSuccessAction } from '@leyden/lightning'
import { badField } from '../http/bad-field.js'
import { changeOrder } from '../intent/order.js'
import { afterPayment } from '../intent/order-rule.js'
import type { Deliveries } from '../outbox/deliveries.js'
import type { Settlement } from '../settlement/settlement-source.js'
import type { NewEvent, Store } from '../store/store.js'
import { type ChargeSubject, orderOf } from '../store/subject.js'
import type { AppendEvent, States } from '../watch/states.js'
import { CHARGE_PAID, onceOnly } from './charge-state.js'

const MAX_CLOCK_SKEW_MS = 5 * 60_000

/** {@link settleCharge} of one BFF. */
export type SettleCharge = (settlement: Settlement, evidence: Evidence) => Promise<WatchState>

interface SettleOptions {
  store: Store
  states: Pick<States, 'append' | 'publicState'>
  deliveries: Deliveries
  now: () => Date
}

/**
 * Records that a charge was paid. Idempotent: only the first report counts.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_FOUND`.
 */
export async function settleCharge(
  { store, states, deliveries, now }: SettleOptions,
  { paymentHash, preimage, paidAt }: Settlement,
  evidence: Evidence,
): Promise<WatchState> {
  if (!/^[0-9a-f]{64}$/i.test(paymentHash)) throw badField('payment_hash', 'must be 64 hex digits')
  const id = paymentHash.toLowerCase()
  if (preimage !== undefined && !checkPreimage(preimage, id))
    throw badField('preimage', 'does not hash to the payment hash')
  const charge = await store.get(id)
  if (charge?.kind !== 'charge') throw new LeydenError('NOT_FOUND', 'No charge has this payment hash.')
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
  await storePayment(store, states.append, charge, event)
  deliveries.wake()
  return states.publicState(charge)
}

/** Stores a payment, and in the same step what it means for the order, so that each delivery says the same. */
async function storePayment(
  store: Pick<Store, 'order'>,
  append: AppendEvent,
  charge: ChargeSubject,
  event: NewEvent,
): Promise<void> {
  const reference = orderOf(charge)
  if (reference === undefined) return void (await append(charge, event))
  await changeOrder(store, reference, async (order) => {
    const { state, payment } = afterPayment(order, charge)
    const facts = { ...event.facts, order: payment }
    // Always a new sequence, so that of two payments at once each knows whether it is the second.
    return append(charge, { ...event, facts }, { order: { reference, sequence: order.sequence, state } })
  })
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
      return { tag: 'url', description, url, foreign: new URL(url).hostname !== callbackHost }
    }
    case 'aes': {
      const text = preimage === undefined ? null : await decryptSuccessAction(action, preimage)
      return text === null ? undefined : { tag: 'secret', description: action.description, text }
    }
    default:
      return action satisfies never
  }
}
