/** The part of the outbox that stores events need. */
export interface Deliveries {
  /** Whether the app gets events (`onEvent`). */
  wanted: boolean
  /** Wakes the outbox, because an event is due. */
  wake(): void
}
