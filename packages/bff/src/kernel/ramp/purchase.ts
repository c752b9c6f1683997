import type { Change, View } from '../store/change.js'
import type { RampSubject } from '../store/subject.js'
import { type Watched, watchedOf } from '../store/subject-rows.js'

/** The data of the row that says which session has completed a purchase. */
interface Purchase {
  id: string
  sessionId: string
}

/** The id of the row of a purchase. */
export function purchaseId(purchase: string): string {
  return `purchase ${purchase}`
}

/**
 * The first completed session of a purchase completes it: of all sessions of a ramp order, and of all ramp orders with one
 * reference of the shop. It is written with the event that completes it, so that processes agree, and every delivery
 * says the same.
 *
 * @param after the session after the event.
 * @returns the service's id of the first session, if it is another one.
 */
export function duplicateOfPurchase(view: View, after: Watched, now: Date): string | undefined {
  if (after.kind !== 'ramp' || after.purchase === undefined) return undefined
  if (after.state.shown.state.status !== 'completed') return undefined
  const rowId = purchaseId(after.purchase)
  const first = view.row<Purchase>(rowId)?.data
  if (first) return first.id === after.id ? undefined : first.sessionId
  const times = { untilMs: Date.parse(after.watchUntil), createdAtMs: now.getTime() }
  const data: Purchase = { id: after.id, sessionId: after.sessionId }
  view.put({ id: rowId, kind: 'purchase', keep: 'subjects', ...times, data })
  return undefined
}

/** Whether another session had completed the purchase of one that is complete; else this one has. */
export type DuplicateOf = (session: RampSubject) => Promise<string | undefined>

/** For an event that came before its session was known. */
export function createDuplicateOf(change: Change, now: () => Date): DuplicateOf {
  return async ({ id, purchase }) => {
    if (purchase === undefined) return undefined
    return change([id, purchaseId(purchase)], (view) => {
      const session = watchedOf(view.row(id))
      return session ? duplicateOfPurchase(view, session, now()) : undefined
    })
  }
}
