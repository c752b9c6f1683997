import type { Log } from '@leyden/core'
import { chargeAfter } from '../charge/charge-state.js'
import { contradictingSince, logContradictions, mayContradict } from '../ramp/after-completion.js'
import { duplicateOfPurchase, purchaseId } from '../ramp/purchase.js'
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
  /** The events that contradict a completed purchase since this one. The app gets them again, with a mark. */
  contradicting?: EventHead[] | undefined
}

/** The type of the stored event that lets the app get an earlier one again, because it contradicts a purchase now. */
const CONTRADICTED = 'ramp.contradicted'

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

export function createAppend(change: Change, log: Log): AppendEvent {
  return async (subject, event, read) => {
    const { id } = subject
    const options = optionsFor(event)
    const known = options.keys === 'all' ? undefined : read
    const appended = await change([id, ...purchaseOf(subject)], (view) => appendIn(view, id, event), {
      ...options,
      known,
    })
    logContradictions(log, id, appended.contradicting ?? [])
    return appended
  }
}

/** What a change reads to append an event. Some change the meaning of earlier ones, or depend on them. */
export function optionsFor({ key, facts, body }: SubjectEvent) {
  const keys = mayContradict(facts) ? ('all' as const) : [key]
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
  const contradicting = subject.kind === 'ramp' ? contradictingSince(view.events(), head, subject) : []
  view.put<Watched>(subject.kind === 'charge' ? chargeRow(subject, state) : sessionRow(subject, state))
  view.append({ ...event, facts: head.facts, subjectId: id })
  // In the same write as what makes them contradictions, so that no failure in between can keep the app from them.
  for (const { seq } of contradicting.filter((earlier) => earlier.seq !== head.seq)) {
    const key = `${CONTRADICTED} by ${seq} since ${head.seq}`
    const again = { key, hash: key, type: CONTRADICTED, at: event.at, facts: { repeats: seq } }
    appendIn(view, id, { ...again, deliver: event.deliver })
  }
  return { outcome, event: head, contradicting }
}

function after(view: View, subject: Watched, event: EventHead): Reduction {
  if (subject.kind === 'charge') return chargeAfter(subject.state, event)
  return event.facts.releases === undefined
    ? rampAfter(subject, subject.state, event)
    : rampAfterAll(subject, [...view.events(), event])
}
