import { chargeAfter } from '../charge/charge-state.js'
import { duplicateOfPurchase, purchaseId } from '../ramp/order-completion.js'
import { rampAfter, rampAfterAll } from '../ramp/ramp-state.js'
import type { AddedEvent, Change, Known, View } from '../store/change.js'
import type { Reduction, ShownState } from '../store/reduction.js'
import type { EventFacts, EventHead, Store } from '../store/store.js'
import { chargeRow, sessionRow, type Watched, watchedOf } from '../store/subject-rows.js'
import { unknownHere } from '../tokens/tokens.js'

/**
 * The public state of a charge or session, and whether no later one follows.
 *
 * @param now before it was read: a payment that is stored during the reading may not be in its state.
 */
export function stateAt(
  { kind, watchUntil, state: { seq, shown } }: Watched,
  now: Date,
): ShownState & { final: boolean } {
  const { status } = shown.state
  if (kind === 'charge' && status === 'open' && now.getTime() >= Date.parse(watchUntil))
    return { seq, state: { kind, status: 'expired', at: watchUntil }, final: true }
  // After the end of a review the page has to get the new state.
  return { ...shown, final: status === 'paid' || status === 'completed' }
}

/** What became of an event. */
export interface Appended {
  /** `conflict` has stored it, too. */
  outcome: 'stored' | 'duplicate' | 'conflict'
  /** The event as it is stored, now or earlier; undefined if its charge or session was erased. */
  event?: EventHead | undefined
}

/** An event of a charge or session. */
export type SubjectEvent = Omit<AddedEvent, 'subjectId'>

/** Appends an event of a charge or session, with the state after it. */
export type AppendEvent = (
  subject: { id: string; purchase?: string | undefined },
  event: SubjectEvent,
  known?: Known | undefined,
) => Promise<Appended>

/** Reads a charge or session. @throws LeydenError `NOT_FOUND` after it was erased. */
export async function readWatched(store: Pick<Store, 'get'>, id: string): Promise<Watched> {
  const { rows } = await store.get([id])
  const found = watchedOf(rows[0])
  if (!found) throw unknownHere('charge or session')
  return found
}

export function createAppend(change: Change): AppendEvent {
  return (subject, event, known) =>
    change([subject.id, ...purchaseOf(subject)], (view) => appendIn(view, subject.id, event), {
      ...optionsFor(event),
      known,
    })
}

/** What a change reads to append an event. A release changes the meaning of earlier ones. */
export function optionsFor({ key, facts, body }: SubjectEvent) {
  const keys = facts.releases === undefined ? [key] : ('all' as const)
  return { keys, bytes: body?.byteLength ?? 0 }
}

/** The ids of the rows besides that of a charge or session which its events depend on. */
function purchaseOf(subject: { id: string; purchase?: string | undefined }): string[] {
  return subject.purchase === undefined ? [] : [purchaseId(subject.purchase)]
}

/** Appends an event in a change whose first row is that of a charge or session. */
export function appendIn(view: View, id: string, event: SubjectEvent): Appended {
  const row = view.row(id)
  const subject = watchedOf(row)
  const outcome = view.outcomeOf(event)
  const stored = view.events().find(({ key, hash }) => key === event.key && hash === event.hash)
  if (!row || !subject || stored) return { outcome: 'duplicate', event: stored }
  const { body, deliver, ...rest } = event
  const headWith = (facts: EventFacts): EventHead => ({
    ...{ ...rest, facts, seq: row.seq + 1, conflict: outcome === 'conflict', bytes: body?.byteLength ?? 0 },
  })
  let head = headWith(event.facts)
  let state = after(view, subject, head)
  const first = duplicateOfPurchase(view, { ...subject, state }, event.at)
  if (first !== undefined) {
    head = headWith({ ...event.facts, duplicateOf: first })
    state = after(view, subject, head)
  }
  view.put<Watched>(subject.kind === 'charge' ? chargeRow(subject, state) : sessionRow(subject, state))
  view.append({ ...event, facts: head.facts, subjectId: id })
  return { outcome, event: head }
}

function after(view: View, subject: Watched, event: EventHead): Reduction {
  if (subject.kind === 'charge') return chargeAfter(subject.state, event)
  return event.facts.releases === undefined
    ? rampAfter(subject, subject.state, event)
    : rampAfterAll(subject, [...view.events(), event])
}
