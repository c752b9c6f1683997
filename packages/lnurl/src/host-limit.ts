const MINUTE_MS = 60_000
/** As many as the BFF allows for a host by default. */
const REQUESTS_PER_MINUTE = 600
/** The oldest are forgotten first. */
const MAX_HOSTS = 10_000

export interface HostLimit {
  /** Counts a request to a host. @returns false if it must not be sent now. */
  take(hostname: string): boolean
  /** Sends no request to a host for some time, in milliseconds. */
  pause(hostname: string, forMs: number): void
}

/** One budget for each host, and the pauses that hosts ask for. */
export function createHostLimit(now: () => number): HostLimit {
  const hosts = new Map<string, { minute: number; requests: number; pausedUntilMs: number }>()

  function stateOf(hostname: string) {
    const minute = Math.floor(now() / MINUTE_MS)
    const known = hosts.get(hostname)
    const state = {
      minute,
      requests: known?.minute === minute ? known.requests : 0,
      pausedUntilMs: known?.pausedUntilMs ?? 0,
    }
    hosts.delete(hostname)
    hosts.set(hostname, state)
    const [oldest] = hosts.keys()
    if (hosts.size > MAX_HOSTS && oldest !== undefined) hosts.delete(oldest)
    return state
  }

  return {
    take(hostname) {
      const state = stateOf(hostname)
      if (now() < state.pausedUntilMs || state.requests >= REQUESTS_PER_MINUTE) return false
      state.requests++
      return true
    },
    pause(hostname, forMs) {
      stateOf(hostname).pausedUntilMs = now() + forMs
    },
  }
}
