/** What code that appends events has to know about their delivery. */
export interface Deliveries {
  /** Whether the app has an `onEvent`, so that events have to be delivered. */
  wanted: boolean
  /** Wakes the outbox, because an event is due. */
  wake(): void
}
