import type { Store } from '../store/store.js'
import { findSubject } from './find-subject.js'

/**
 * Deletes everything about one charge or session.
 *
 * @param id a payment hash, the service's id of a session, or ours.
 * @returns whether there was such a charge or session.
 */
export async function eraseSubject(store: Store, id: string): Promise<boolean> {
  const subject = await findSubject(store, id)
  // Webhooks may have arrived for a session that was never stored.
  await store.erase(subject?.id ?? id)
  return subject !== null
}
