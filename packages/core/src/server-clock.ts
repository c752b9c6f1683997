/** The server's clock, as one client knows it from the `server_time` of what it received. */
export interface ServerClock {
  /** The server's time; this machine's own until a reply has brought it. */
  now(): Date
  /** What `now()` is ahead of this machine's clock, in milliseconds. @default 0 */
  readonly offsetMs: number
  /** Starts with an offset that an earlier life of the page has learnt; ignored once a reply has brought one. */
  restore(offsetMs: number): void
  /**
   * Takes the `server_time` of a reply, which the server wrote between the two moments.
   *
   * @param sentAtMs when the request left, and `receivedAtMs` when the reply was read: milliseconds of this
   * machine's clock.
   */
  takeReply(serverTime: unknown, sentAtMs: number, receivedAtMs: number): void
  /** Takes the `server_time` of a stream event. Proxies may hold events back, so it only shows a time that has passed. */
  takeEvent(serverTime: unknown): void
}

/**
 * Makes a clock that starts as this machine's. A reply bounds the difference between the two clocks; the difference
 * moves only when it lies outside of these bounds, so that a countdown does not jump with each reply.
 */
export function createServerClock(): ServerClock {
  let offsetMs = 0
  let isTold = false
  return {
    now: () => new Date(Date.now() + offsetMs),
    get offsetMs() {
      return offsetMs
    },
    restore(earlierMs) {
      if (!isTold && Number.isFinite(earlierMs)) offsetMs = earlierMs
    },
    takeReply(serverTime, sentAtMs, receivedAtMs) {
      const serverMs = timeOf(serverTime)
      if (Number.isNaN(serverMs)) return
      isTold = true
      offsetMs = Math.min(Math.max(offsetMs, serverMs - receivedAtMs), serverMs - sentAtMs)
    },
    takeEvent(serverTime) {
      const serverMs = timeOf(serverTime)
      if (Number.isNaN(serverMs)) return
      isTold = true
      offsetMs = Math.max(offsetMs, serverMs - Date.now())
    },
  }
}

function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}
