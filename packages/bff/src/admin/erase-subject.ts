import { sessionSlot } from '../ramp/webhook-facts.js'
import type { Store } from '../store/store.js'

/**
 * Deletes everything about one charge or session.
 *
 * @param id a payment hash, the service's id of a session, or ours.
 * @returns whether there was such a charge or session.
 */
export async function eraseSubject(store: Store, id: string): Promise<boolean> {
  const subject =
    (await store.holder(sessionSlot(id))) ??
    // As earlier versions spelled it.
    (await store.holder(`session ${id}`)) ??
    (await store.get(id))
  // Webhooks may have come for a session that never was.
  await store.erase(subject?.id ?? id)
  return subject !== null
}
