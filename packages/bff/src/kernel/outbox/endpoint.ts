/** Whether the app's endpoint, which is `onEvent`, accepts events. */
export interface EndpointHealth {
  /** False from a failure until it accepts an event again. True as long as this process does not know it. */
  working: boolean
  /** Since when it has accepted no event; undefined while it works. */
  downSince?: Date | undefined
}

/** What this process knows about the endpoint. */
export interface EndpointFacts extends EndpointHealth {
  /** When it last accepted an event; null if it has not since this process started. */
  acceptedAt: Date | null
}

/** After failures for so many subjects in a row the endpoint is down. One event that always fails stops no others. */
const FAILING_SUBJECTS = 3
/** How many events may be handed over at once until the endpoint has accepted one. */
const UNPROVEN_AT_ONCE = 3
const FIRST_PROBE_MS = 1_000
const PROBE_MS = 30_000

/** The endpoint's state, and how many events this process may hand over to it. */
export type Endpoint = ReturnType<typeof createEndpoint>

/**
 * The circuit breaker of the endpoint. While it works, every due event is delivered. After failures for three subjects in
 * a row no event is tried but one probe 1, 4, 16 seconds after the first failure, and then every 30 seconds. An accepted
 * event ends this.
 *
 * @param onChange called when it begins to fail, and when it works again.
 */
export function createEndpoint(now: () => Date, onChange: (health: EndpointHealth) => void) {
  const failing = new Set<string>()
  let downSinceMs: number | null = null
  let acceptedAtMs: number | null = null
  let nextProbeMs = 0

  function facts(): EndpointFacts {
    return {
      working: downSinceMs === null,
      downSince: downSinceMs === null ? undefined : new Date(downSinceMs),
      acceptedAt: acceptedAtMs === null ? null : new Date(acceptedAtMs),
    }
  }

  function isProbeDue(): boolean {
    const waitMs = nextProbeMs - now().getTime()
    // A longer wait is from before the clock was set back.
    return downSinceMs !== null && (waitMs <= 0 || waitMs > PROBE_MS)
  }

  function forgive(): void {
    const wasDown = downSinceMs !== null
    failing.clear()
    downSinceMs = null
    if (wasDown) onChange(facts())
  }

  return {
    facts,
    isProbeDue,
    /** How many deliveries may run at once now. */
    allowed(): number {
      if (failing.size >= FAILING_SUBJECTS) return isProbeDue() ? 1 : 0
      return acceptedAtMs !== null && failing.size === 0 ? Number.POSITIVE_INFINITY : UNPROVEN_AT_ONCE
    },
    /** @param isAnyWaiting whether there is an event to try, which this process or another one tries. */
    probed(isAnyWaiting: boolean): void {
      nextProbeMs = now().getTime() + PROBE_MS
      // Another process has delivered what has failed here, so the endpoint may work.
      if (!isAnyWaiting) forgive()
    },
    accepted(): void {
      acceptedAtMs = now().getTime()
      forgive()
    },
    /** Records a failure that may not concern its event only. */
    refused(subjectId: string): void {
      const nowMs = now().getTime()
      const wasWorking = downSinceMs === null
      if (failing.size < FAILING_SUBJECTS) failing.add(subjectId)
      if (downSinceMs === null || downSinceMs > nowMs) downSinceMs = nowMs
      // Probe soon after a short interruption, such as a restart.
      const waitMs = Math.max(3 * (nowMs - downSinceMs), FIRST_PROBE_MS)
      nextProbeMs = nowMs + Math.min(waitMs, PROBE_MS)
      if (wasWorking) onChange(facts())
    },
  }
}
