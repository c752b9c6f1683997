import type { NewEvent, Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import type { States } from '../watch/states.js'

const COMPLETED = 'order.completed'

/** Whether an event completes a purchase that another session has completed before. */
export type DuplicateOf = (
  session: RampSubject,
  event: Pick<NewEvent, 'key' | 'hash' | 'type' | 'at' | 'facts' | 'body'>,
) => Promise<string | undefined>

/**
 * The first completed session of a purchase completes it: of all sessions of an order, and of all orders with one
 * reference of the shop. The first event with this key in the purchase's log decides, so that processes agree, and every
 * delivery says the same.
 *
 * @returns a function that returns the service's id of the first session if it is another one.
 */
export function createDuplicateOf(
  store: Pick<Store, 'append' | 'heads'>,
  states: Pick<States, 'read' | 'after'>,
  now: () => Date,
): DuplicateOf {
  const completes: (...args: Parameters<DuplicateOf>) => Promise<boolean> = async (session, event) => {
    const same = await store.heads(session.id, event.key)
    const isStored = same.some(({ hash }) => hash === event.hash)
    const { stored, conflict } = await states.after(session, event)
    const after = isStored ? await states.read(session) : same.length > 0 ? conflict : stored
    return after.shown.state.status === 'completed'
  }

  return async (session, event) => {
    const { id, purchase, sessionId } = session
    if (purchase === undefined || !(await completes(session, event))) return undefined
    const claim = { key: COMPLETED, hash: id, type: COMPLETED, at: now(), facts: { sessionId } }
    await store.append(purchase, { ...claim, deliver: false } satisfies NewEvent)
    const first = (await store.heads(purchase)).find(({ type }) => type === COMPLETED)
    return first && first.hash !== id ? first.facts.sessionId : undefined
  }
}
