import { sessionSlot } from '../../kernel/ramp/addresses.js'
import type { Store } from '../../kernel/store/store.js'
import type { Subject } from '../../kernel/store/subject.js'

/** Finds a charge or session by an id that people know: a payment hash, the service's id of a session, or ours. */
export async function findSubject(store: Pick<Store, 'holder' | 'get'>, id: string): Promise<Subject | null> {
  return (await store.holder(sessionSlot(id))) ?? (await store.get(id.toLowerCase()))
}
