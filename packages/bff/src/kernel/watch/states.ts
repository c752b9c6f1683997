import type { WatchState } from '@leyden/core'
import { chargeAfter, newCharge } from '../charge/charge-state.js'
import { rampAfter, rampAfterAll } from '../ramp/ramp-state.js'
import type { Reduction, ReductionAfter, ShownState } from '../store/reduction.js'
import type { AppendOptions, AppendOutcome, EventHead, NewEvent, Store } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'

type Watched = 'kind' | 'id' | 'createdAt' | 'watchUntil'

/** The part of a charge or session that its public states depend on, besides its events. */
export type WatchedSubject = Pick<ChargeSubject, Watched> | RampSubject

/** Selects that part, because streams keep it in memory, and the whole of a charge is ten times as large. */
export function watchedPart(subject: WatchedSubject): WatchedSubject {
  const { id, createdAt, watchUntil } = subject
  return subject.kind === 'charge' ? { kind: 'charge', id, createdAt, watchUntil } : subject
}

/** Reduces the whole history of a charge or session. */
export function reduceAll(subject: WatchedSubject, events: readonly EventHead[]): Reduction {
  return subject.kind === 'charge'
    ? events.reduce(chargeAfter, newCharge(subject))
    : rampAfterAll(subject, events)
}

/** The public state at a time, and whether no later one follows. */
export function stateAt(
  { kind, watchUntil }: Pick<WatchedSubject, 'kind' | 'watchUntil'>,
  { seq, shown }: Reduction,
  now: Date,
): ShownState & { final: boolean } {
  const { status } = shown.state
  if (kind === 'charge' && status === 'open' && now.getTime() >= Date.parse(watchUntil))
    return { seq, state: { kind, status: 'expired', at: watchUntil }, final: true }
  // After the end of a review the page has to get the new state.
  return { ...shown, final: status === 'paid' || status === 'completed' }
}

/** Reads the current public state of a charge or session. */
export type PublicState = (subject: ChargeSubject | RampSubject) => Promise<WatchState>

/** Appends an event of a charge or session, and stores the state after it in the same step. */
export type AppendEvent = (
  subject: WatchedSubject,
  event: NewEvent,
  options?: Pick<AppendOptions, 'order'>,
) => Promise<AppendOutcome>

/** The states of charges and sessions, each of which the store has in one row. */
export interface States {
  /** The state after all events, with those that another writer has added at the same time. */
  read(subject: WatchedSubject): Promise<Reduction>
  /** The state after one more event. */
  after(subject: WatchedSubject, event: AddedEvent): Promise<ReductionAfter>
  append: AppendEvent
  publicState: PublicState
  /** Stores the state after all events, if the stored one lacks some, so that lists by state find the subject. */
  keep(subject: WatchedSubject): Promise<void>
}

type AddedEvent = Pick<NewEvent, 'key' | 'hash' | 'type' | 'at' | 'facts' | 'body'>

/** With more events than this the state is stored anew by its reader, because a write takes as long as reducing some. */
const MOST_UNREDUCED = 20

export function createStates(
  store: Pick<Store, 'state' | 'heads' | 'reduce' | 'append'>,
  now: () => Date,
): States {
  async function read(subject: WatchedSubject): Promise<Reduction> {
    const { reduction, later } = await store.state(subject.id)
    if (reduction && later.length === 0) return reduction
    const isReleased = later.some(isRelease)
    const current = isReleased
      ? reduceAll(subject, await store.heads(subject.id))
      : later.reduce((last, event) => next(subject, last, event), reduction ?? reduceAll(subject, []))
    // The state is complete without it, and the next reader tries again.
    if (isReleased || later.length > MOST_UNREDUCED) await store.reduce(subject.id, current).catch(() => {})
    return current
  }

  async function after(subject: WatchedSubject, { body, ...event }: AddedEvent): Promise<ReductionAfter> {
    const bytes = body?.byteLength ?? 0
    if (isRelease(event)) {
      const history = await store.heads(subject.id)
      const seq = (history.at(-1)?.seq ?? 0) + 1
      const reduction = reduceAll(subject, [...history, { ...event, bytes, seq, conflict: false }])
      return { stored: reduction, conflict: reduction }
    }
    const current = await read(subject)
    const added = { ...event, bytes, seq: current.seq + 1 }
    return {
      stored: next(subject, current, { ...added, conflict: false }),
      conflict: next(subject, current, { ...added, conflict: true }),
    }
  }

  return {
    read,
    after,
    async keep(subject) {
      const { later } = await store.state(subject.id)
      if (later.length > 0) await store.reduce(subject.id, await read(subject))
    },
    append: async (subject, event, options) =>
      store.append(subject.id, event, { ...options, reduction: await after(subject, event) }),
    async publicState(subject) {
      // A payment that is stored during the reading may not be in the state, so the state is of the time before.
      const at = now()
      return stateAt(subject, await read(subject), at).state
    },
  }
}

/** The state after an event that is no release. */
function next(subject: WatchedSubject, last: Reduction, event: EventHead): Reduction {
  return subject.kind === 'charge' ? chargeAfter(last, event) : rampAfter(subject, last, event)
}

function isRelease({ facts }: Pick<EventHead, 'facts'>): boolean {
  return facts.releases !== undefined
}
