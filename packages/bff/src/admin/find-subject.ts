import { sessionSlot } from '../ramp/webhook-facts.js'
import type { Store } from '../store/store.js'
import type { Subject } from '../store/subject.js'

/** A charge or session by what people know of it: a payment hash, the service's id of a session, or ours. */
export async function findSubject(store: Pick<Store, 'holder' | 'get'>, id: string): Promise<Subject | null> {
  return (
    (await store.holder(sessionSlot(id))) ??
    // The spelling of earlier versions.
    (await store.holder(`session ${id}`)) ??
    (await store.get(id.toLowerCase()))
  )
}
