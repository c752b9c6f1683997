import type { RampState, RampStatus, WatchState } from '@leyden/core'

/** The first events of a charge or session, reduced to their public state and to what the next event needs. Plain JSON. */
export interface Reduction {
  /** The number of the last event in it; 0 before the first one. */
  seq: number
  /** The public state without the expiry of a charge, which has no event until it is delivered. */
  shown: ShownState
  /** Of a ramp session. */
  ramp?: RampReports | undefined
}

/** A public state, and the number of the event that led to it; 0 for the initial state. */
export interface ShownState {
  /** The number of the event. */
  seq: number
  /** The state. */
  state: WatchState
}

/** What the events of a ramp session have reported. */
export interface RampReports {
  /** For each reported status, the state that it shows, and the key of the event that it is based on. */
  of: Partial<Record<RampStatus, RampReport>>
  /** The events that an operator has released. */
  released: ReleasedEvent[]
  /** ISO 8601: when an operator released the last one. */
  reviewedAt?: string | undefined
  /** The service's id of the session that completed the order before. */
  duplicateOf?: string | undefined
  /** The bytes of the bodies that have been stored. */
  bytes: number
}

/** What one event reports. */
interface RampReport {
  /** The key of the event. */
  key: string
  /** The state of a session whose furthest event is this one. */
  state: RampState
}

/** An event that was held for review and is released. */
export interface ReleasedEvent {
  /** Its number. */
  seq: number
  /** Its key. */
  key: string
}
