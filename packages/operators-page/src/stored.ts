import type { Operations } from '@leyden/bff/operations'

/** What a BFF stores, as its operations read it. */
export type Stored = NonNullable<Awaited<ReturnType<Operations['find']>>>
/** A charge with its state. */
export type Charge = Extract<Stored, { kind: 'charge' }>
/** A ramp session with its state. */
export type Session = Extract<Stored, { kind: 'ramp' }>
/** An event, and whether a person has to look at it. */
export type StoredEvent = Awaited<ReturnType<Operations['events']>>[number]
