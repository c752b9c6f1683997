/**
 * The delivery attempts per second for a failing receiver, which may be restarting with a backlog of many thousands.
 */
const TRIES_PER_SECOND = 5
/** More than a second, because a delivery begins some time after it was counted. */
const WINDOW_MS = 1_200

/** Slows deliveries down while their receiver fails. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Closed while the last delivery succeeded; open after a failure, and before the first success, when the state of the
 * receiver is unknown. While open it allows five attempts a second. The first success closes it, so one event that
 * always fails does not slow down the others.
 */
export function createCircuitBreaker(now: () => Date) {
  let isOpen = true
  let tries: number[] = []
  return {
    /** The number of deliveries that may start now. */
    allowed(): number {
      if (!isOpen) return Number.POSITIVE_INFINITY
      const nowMs = now().getTime()
      // Ignore times in the future: they are from before the clock was set back.
      return TRIES_PER_SECOND - tries.filter((at) => at <= nowMs && at > nowMs - WINDOW_MS).length
    },
    started(deliveries: number): void {
      const started = Array<number>(Math.min(deliveries, TRIES_PER_SECOND)).fill(now().getTime())
      tries = [...tries, ...started].slice(-TRIES_PER_SECOND)
    },
    ended(outcome: 'success' | 'failure'): void {
      isOpen = outcome === 'failure'
    },
  }
}
