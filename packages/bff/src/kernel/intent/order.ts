import { LeydenError } from '@leyden/core'
import { CHARGE_PAID } from '../charge/charge-state.js'
import type { Store } from '../store/store.js'
import type { ChargeOfOrder, Order } from './order-rule.js'

/** Each failed attempt means that another writer has succeeded, so more would be a flood. */
const MOST_ATTEMPTS = 100

/** Reads the order of a reference, with what the payments of its charges mean. */
export async function readOrder(store: Pick<Store, 'order'>, reference: string): Promise<Order> {
  const { charges, ...stored } = await store.order(reference)
  const known = charges.map((each): ChargeOfOrder => {
    const paid = each.events.find(({ type }) => type === CHARGE_PAID)
    return { ...each, paid, payment: paid?.facts.order }
  })
  return { ...stored, charges: known }
}

/**
 * Reads an order and writes what follows from it, and repeats both if another writer was faster.
 *
 * @param write returns `order_changed` if nothing was written because of another writer.
 * @throws LeydenError `SERVICE_UNAVAILABLE` if that happens again and again.
 */
export async function changeOrder<Outcome>(
  store: Pick<Store, 'order'>,
  reference: string,
  write: (order: Order) => Promise<Outcome | 'order_changed'>,
): Promise<Outcome> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const outcome = await write(await readOrder(store, reference))
    if (outcome !== 'order_changed') return outcome
  }
  throw new LeydenError('SERVICE_UNAVAILABLE', 'Too many requests change this order at once. Try again.', {
    retryAfterMs: 1_000,
  })
}
