import type { WatchState } from '@leyden/core'
import { chargeHistory } from '../charge/charge-history.js'
import type { Context } from '../context.js'
import { rampHistory } from '../ramp/ramp-history.js'
import type { StoredEvent } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'

/** A public state and the number of the event that led to it; 0 is the beginning. */
export interface Moment {
  seq: number
  state: WatchState
  /** Nothing a page could wait for comes after it. */
  final: boolean
}

/** Every public state that a charge or session has had, in order; never empty. */
export function history(subject: ChargeSubject | RampSubject, events: StoredEvent[], now: Date): Moment[] {
  return subject.kind === 'charge' ? chargeHistory(subject, events, now) : rampHistory(subject, events)
}

/** How things stand. */
export async function publicState(
  { store, now }: Context,
  subject: ChargeSubject | RampSubject,
): Promise<WatchState> {
  const moments = history(subject, await store.read(subject.id, 0), now())
  return (moments.at(-1) as Moment).state
}
