import type { OrderCharge } from './store.js'

/** How many of the unpaid charges of an order are read, however often it is opened. */
export const MOST_UNPAID = 100

/** Sorts the charges of an order. */
export function newestChargeFirst(a: OrderCharge, b: OrderCharge): number {
  return Date.parse(b.charge.createdAt) - Date.parse(a.charge.createdAt)
}
