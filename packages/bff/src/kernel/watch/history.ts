import type { WatchState } from '@leyden/core'
import { chargeHistory } from '../charge/charge-history.js'
import { rampHistory } from '../ramp/ramp-history.js'
import type { Store, StoredEvent } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'
import type { HistoryEntry } from './history-entry.js'

type Watched = 'kind' | 'id' | 'createdAt' | 'watchUntil'

/** The part of a charge or session that its public states depend on, besides its events. */
export type WatchedSubject = Pick<ChargeSubject, Watched> | RampSubject

/** Selects that part, because streams keep it in memory, and the whole of a charge is ten times as large. */
export function watchedPart(subject: WatchedSubject): WatchedSubject {
  const { id, createdAt, watchUntil } = subject
  return subject.kind === 'charge' ? { kind: 'charge', id, createdAt, watchUntil } : subject
}

/** Returns every public state that a charge or session has had, in order; never empty. */
export function history(subject: WatchedSubject, events: readonly StoredEvent[], now: Date): HistoryEntry[] {
  return subject.kind === 'charge' ? chargeHistory(subject, events, now) : rampHistory(subject, events)
}

/** Reads the current public state of a charge or session. */
export type PublicState = (subject: ChargeSubject | RampSubject) => Promise<WatchState>

export function createPublicState(store: Store, now: () => Date): PublicState {
  return async (subject) => {
    const entries = history(subject, await store.read(subject.id, 0), now())
    return (entries.at(-1) as HistoryEntry).state
  }
}
