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
    // The spelling of earlier versions.
    (await store.holder(`session ${id}`)) ??
    (await store.get(id))
  // Webhooks may have arrived for a session that was never stored.
  await store.erase(subject?.id ?? id)
  return subject !== null
}
