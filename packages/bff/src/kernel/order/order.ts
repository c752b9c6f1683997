import type { View } from '../store/change.js'
import type { OrderPayment, Row, Store } from '../store/store.js'
import type { ChargeSubject, StoredTerms } from '../store/subject.js'

/** The terms that count for a reference. They include the note, but only another recipient or amount replaces them. */
export interface OrderState extends StoredTerms {
  /**
   * The payment hash of the charge that paid the order. Since then no other terms replace these, and nothing else is
   * charged.
   */
  paidBy?: string | undefined
}

/** What the rule of an order needs of one of its charges. */
export interface OrderCharge extends Pick<StoredTerms, 'lnaddress' | 'amountMsat'> {
  /** Its payment hash. */
  id: string
  /** ISO 8601: when its invoice expires. */
  expiresAt: string
  /** ISO 8601: when its payment was detected. */
  paidAt?: string | undefined
  /** What its payment means for the order; undefined until it is paid. */
  payment?: OrderPayment | undefined
}

/**
 * The order of a reference, in one row with what counts of its charges. Everything that depends on signatures and
 * payments of one reference decides by it.
 */
export interface Order {
  /** Null if nothing has been signed. */
  state: OrderState | null
  /** Newest first: all that are paid, and the newest 100 of the others. */
  charges: readonly OrderCharge[]
}

const NOTHING: Order = { state: null, charges: [] }
/** However often an order is opened. */
const MOST_UNPAID = 100
/** Longer than the payment of its last charge can wait for its delivery. */
const KEPT_MS = 60 * 86_400_000

/** The id of the row of an order. */
export function orderId(reference: string): string {
  return `order ${reference}`
}

/** Reads the order of a reference. */
export async function readOrder(store: Pick<Store, 'get'>, reference: string): Promise<Order> {
  const { rows } = await store.get([orderId(reference)])
  return orderOfRow(rows[0] as Row<Order> | null)
}

/** The order in a change that has named its row. */
export function orderIn(view: View, reference: string): Order {
  return orderOfRow(view.row<Order>(orderId(reference)))
}

function orderOfRow(row: Row<Order> | null): Order {
  return row?.data ?? NOTHING
}

/** Stores an order. It lives longer than its last intent or charge, whose watch ends at this time. */
export function putOrder(view: View, reference: string, { state, charges }: Order, watchUntil: string): void {
  const id = orderId(reference)
  const old = view.row<Order>(id)
  const endsAtMs = Date.parse(watchUntil)
  const unpaid = charges.filter(({ payment }) => !payment)
  const kept = charges.filter((charge) => charge.payment || unpaid.indexOf(charge) < MOST_UNPAID)
  view.put<Order>({
    ...{ id, kind: 'order', keep: 'subjects', createdAtMs: old?.createdAtMs ?? endsAtMs },
    untilMs: Math.max(old?.untilMs ?? 0, endsAtMs + KEPT_MS),
    data: { state, charges: kept },
  })
}

/** What an order keeps of a charge. */
export function orderCharge({ id, lnaddress, amountMsat, expiresAt }: ChargeSubject): OrderCharge {
  return { id, lnaddress, amountMsat, expiresAt }
}
