import { LeydenError } from '@leyden/core'
import { CHARGE_PAID } from '../charge/charge-state.js'
import type { OrderPayment, Store } from '../store/store.js'
import { type ChargeSubject, orderOf } from '../store/subject.js'
import { withLegacy } from './order-legacy.js'
import type { ChargeOfOrder, Order } from './order-rule.js'

/** Each failed attempt means that another writer has succeeded, so more would be a flood. */
const MOST_ATTEMPTS = 100

/** Reads the order of a reference, with everything that an earlier version of the BFF has stored for it. */
export async function readOrder(store: Pick<Store, 'order'>, reference: string): Promise<Order> {
  const { legacyIntents, charges, ...stored } = await store.order(reference)
  const known = charges.map((each): ChargeOfOrder => {
    const paid = each.events.find(({ type }) => type === CHARGE_PAID)
    return { ...each, paid, payment: paid?.facts.order }
  })
  const order: Order = { ...stored, charges: known, legacy: undefined }
  const isUndecided = known.some(({ paid, payment }) => paid && !payment)
  // Without a state, the charges tell what was signed.
  const isFromCharges = stored.state === null && charges.length > 0
  return legacyIntents.length > 0 || isUndecided || isFromCharges ? withLegacy(order, legacyIntents) : order
}

/**
 * Reads an order and writes what follows from it, and repeats both if another writer was faster.
 *
 * @param write returns `order_changed` if nothing was written because of another writer.
 * @throws LeydenError `SERVICE_UNAVAILABLE` if that happens again and again.
 */
export async function changeOrder<Outcome>(
  store: Pick<Store, 'order' | 'adoptLegacy'>,
  reference: string,
  write: (order: Order) => Promise<Outcome | 'order_changed'>,
): Promise<Outcome> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const order = await readOrder(store, reference)
    if (order.legacy) {
      const { sequence, state } = order
      await store.adoptLegacy({ reference, sequence, state: state ?? undefined }, order.legacy)
      continue
    }
    const outcome = await write(order)
    if (outcome !== 'order_changed') return outcome
  }
  throw new LeydenError('SERVICE_UNAVAILABLE', 'Too many requests change this order at once. Try again.', {
    retryAfterMs: 1_000,
  })
}

/** What a paid charge means for its order; undefined if it belongs to none. Decides it for an earlier version. */
export async function paymentOf(
  store: Pick<Store, 'order' | 'adoptLegacy'>,
  charge: ChargeSubject,
): Promise<OrderPayment | undefined> {
  const reference = orderOf(charge)
  if (reference === undefined) return undefined
  let payment: OrderPayment | undefined
  await changeOrder(store, reference, async ({ charges }) => {
    payment = charges.find((each) => each.charge.id === charge.id)?.payment
    return 'read'
  })
  return payment
}
