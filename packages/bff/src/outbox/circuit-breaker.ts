/** How often a receiver that fails is tried; it may be restarting under a backlog of many thousands. */
const TRIES_PER_SECOND = 5
/** Longer than a second, as a delivery begins some time after it was counted. */
const WINDOW_MS = 1_200

/** Slows deliveries down while their receiver fails. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Closed while the last delivery succeeded; open after a failure, and before the first success, when nothing is known of
 * the receiver. Open, it lets five tries a second through, and the first success closes it: one event that cannot be
 * handled does not slow down the others.
 */
export function createCircuitBreaker(now: () => Date) {
  let isOpen = true
  let tries: number[] = []
  return {
    /** How many deliveries may start now. */
    allowed(): number {
      if (!isOpen) return Number.POSITIVE_INFINITY
      const nowMs = now().getTime()
      // Times in the future are from before the clock was set back.
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
