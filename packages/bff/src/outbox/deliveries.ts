/** The deliveries of events to the app. */
export interface Deliveries {
  /** Whether the app gets events (`onEvent`). */
  wanted: boolean
  /** Wakes the outbox: an event is due. */
  nudge(): void
}
