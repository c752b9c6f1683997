import type { OrderCharge, OrderWrite, StoredOrder } from './store.js'
import { orderOf, retentionKind, type Subject } from './subject.js'

/** How many of the unpaid charges of an order are read, however often it is opened. */
export const MOST_UNPAID = 100

/**
 * The kind under which a store has a subject. An intent has the kind `signed` if its order contains its terms, and
 * `intent` if a version without orders has stored it.
 */
export function storedKind(
  subject: Subject,
  order?: OrderWrite,
): ReturnType<typeof retentionKind> | 'signed' {
  return subject.kind === 'intent' && order ? 'signed' : retentionKind(subject)
}

/** The intents and charges of a reference, as a {@link StoredOrder} has them. */
export function partsOfOrder(
  reference: string,
  intents: readonly Subject[],
  charges: readonly OrderCharge[],
): Pick<StoredOrder, 'legacyIntents' | 'charges'> {
  return {
    // SQLite cuts off a reference at U+0000, which earlier versions have accepted.
    legacyIntents: intents
      .filter((subject) => subject.kind === 'intent')
      .filter((intent) => orderOf(intent) === reference),
    charges: charges
      .filter(({ charge }) => orderOf(charge) === reference)
      .sort((a, b) => Date.parse(b.charge.createdAt) - Date.parse(a.charge.createdAt)),
  }
}
