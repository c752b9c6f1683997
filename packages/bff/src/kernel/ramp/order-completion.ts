import type { NewEvent, Store, StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { rampHistory } from './ramp-history.js'

const COMPLETED = 'order.completed'

/** Whether an event completes a session of an order that another session has completed before. */
export type DuplicateOf = (
  session: RampSubject,
  event: Pick<StoredEvent, 'key' | 'hash' | 'type' | 'at' | 'facts'>,
) => Promise<string | undefined>

/**
 * The first completed session of an order completes it. The first event with this key in the order's log decides, so
 * that processes agree, and every delivery says the same.
 *
 * @returns a function that returns the service's id of the first session if it is another one.
 */
export function createDuplicateOf(store: Pick<Store, 'append' | 'read'>, now: () => Date): DuplicateOf {
  return async (session, event) => {
    const { id, orderId, sessionId } = session
    if (orderId === undefined || !completes(session, await store.read(id, 0), event)) return undefined
    const claim = { key: COMPLETED, hash: id, type: COMPLETED, at: now(), facts: { sessionId } }
    await store.append(orderId, { ...claim, deliver: false } satisfies NewEvent)
    const first = (await store.read(orderId, 0)).find(({ type }) => type === COMPLETED)
    return first && first.hash !== id ? first.facts.sessionId : undefined
  }
}

function completes(
  session: RampSubject,
  events: readonly StoredEvent[],
  event: Parameters<DuplicateOf>[1],
): boolean {
  const sameKey = events.filter(({ key }) => key === event.key)
  const isStored = sameKey.some(({ hash }) => hash === event.hash)
  const added = { ...event, seq: (events.at(-1)?.seq ?? 0) + 1, conflict: sameKey.length > 0 }
  const history = rampHistory(session, isStored ? events : [...events, added])
  return history.at(-1)?.state.status === 'completed'
}
