/** The server's clock, which a client derives from the `server_time` of replies. */
export interface ServerClock {
  /** The server's time in milliseconds since 1970; this machine's own time until the first reply. */
  now(): Date
  /** How far `now()` is ahead of this machine's clock, in milliseconds. @default 0 */
  readonly offsetMs: number
  /** Restores an offset from before a reload; ignored after the first reply. */
  restore(offsetMs: number): void
  /**
   * Takes the `server_time` of a reply or of a stream event, which the server wrote between the two moments.
   *
   * @param sentAtMs when the request left, and `receivedAtMs` when the reply or the event was read: milliseconds of
   * this machine's clock.
   */
  takeReply(serverTime: unknown, sentAtMs: number, receivedAtMs: number): void
}

/**
 * Makes a clock that starts as this machine's. A reply bounds the difference between the two clocks; the difference
 * moves only when it lies outside of these bounds, so that a countdown does not jump with each reply.
 */
export function createServerClock(): ServerClock {
  let offsetMs = 0
  let isKnown = false
  return {
    now: () => new Date(Date.now() + offsetMs),
    get offsetMs() {
      return offsetMs
    },
    restore(earlierMs) {
      if (!isKnown && Number.isFinite(earlierMs)) offsetMs = earlierMs
    },
    takeReply(serverTime, sentAtMs, receivedAtMs) {
      const serverMs = typeof serverTime === 'string' ? Date.parse(serverTime) : Number.NaN
      if (Number.isNaN(serverMs)) return
      isKnown = true
      // If this machine's clock was set back in between, the bounds contradict each other, and the later one counts.
      offsetMs = Math.max(Math.min(offsetMs, serverMs - sentAtMs), serverMs - receivedAtMs)
    },
  }
}
