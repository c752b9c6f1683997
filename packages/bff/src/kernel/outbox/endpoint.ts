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

/**
 * The delivery attempts per second for a failing endpoint, which may be restarting with a backlog of many thousands.
 */
const TRIES_PER_SECOND = 5
/** More than a second, because `onEvent` is called some time after it was counted. */
const WINDOW_MS = 1_050
const PROBE_MS = 300_000
const FIRST_PROBE_MS = 1_000

/** The endpoint's state, and how fast this process may deliver to it. */
export type Endpoint = ReturnType<typeof createEndpoint>

/**
 * The state of the endpoint: `working` after an accepted event, `down` after a refused one, and `unknown` at the start.
 * While it works, every due event is delivered. Otherwise there are at most five attempts a second: the first attempt of
 * each new event, and every five minutes a probe, which is an event that has failed before.
 *
 * @param onChange called when it goes down, and when it works again.
 */
export function createEndpoint(now: () => Date, onChange: (health: EndpointHealth) => void) {
  let state: 'unknown' | 'working' | 'down' = 'unknown'
  let downSinceMs = 0
  let acceptedAtMs: number | null = null
  let nextProbeMs = Number.NEGATIVE_INFINITY
  let tries: number[] = []
  /** Claimed, and not handed over yet: what belongs to them is read from the store, which may take long. */
  let preparing = 0

  function facts(): EndpointFacts {
    return {
      working: state !== 'down',
      downSince: state === 'down' ? new Date(downSinceMs) : undefined,
      acceptedAt: acceptedAtMs === null ? null : new Date(acceptedAtMs),
    }
  }

  function become(next: typeof state): void {
    const was = facts().working
    state = next
    if (facts().working !== was) onChange(facts())
  }

  return {
    facts,
    /** Whether deferred events may be delivered too. */
    deliversDeferred: () => state === 'working',
    /** The number of deliveries that may start now. */
    allowed(): number {
      if (state === 'working') return Number.POSITIVE_INFINITY
      const nowMs = now().getTime()
      // Ignore times in the future: they are from before the clock was set back.
      const recent = tries.filter((at) => at <= nowMs && at > nowMs - WINDOW_MS).length
      return TRIES_PER_SECOND - preparing - recent
    },
    /** Counts claimed deliveries. Each of them is `prepared` once. */
    started(deliveries: number): void {
      preparing += deliveries
    },
    /** @param isHandedOver whether `onEvent` is called now; otherwise there is nothing to hand over. */
    prepared(isHandedOver: boolean): void {
      preparing--
      if (isHandedOver) tries = [...tries, now().getTime()].slice(-TRIES_PER_SECOND)
    },
    /** Whether a deferred event should be tried. */
    isProbeDue(): boolean {
      const waitMs = nextProbeMs - now().getTime()
      // A longer wait is from before the clock was set back.
      return state !== 'working' && (waitMs <= 0 || waitMs > PROBE_MS)
    },
    /** @param isAnyDeferred whether there is a deferred event, which this process or another one tries. */
    probed(isAnyDeferred: boolean): void {
      nextProbeMs = now().getTime() + PROBE_MS
      // Another process has delivered what this one has deferred, so the endpoint may work.
      if (!isAnyDeferred && state === 'down') become('unknown')
    },
    accepted(): void {
      acceptedAtMs = now().getTime()
      become('working')
    },
    /** Records a failure that does not concern its event only. */
    refused(): void {
      const nowMs = now().getTime()
      if (state !== 'down') nextProbeMs = Number.POSITIVE_INFINITY
      if (state !== 'down' || downSinceMs > nowMs) downSinceMs = nowMs
      // Probe soon after a short interruption, such as a restart: 1, 4, 16 … seconds after its beginning.
      const waitMs = Math.max(3 * (nowMs - downSinceMs), FIRST_PROBE_MS)
      nextProbeMs = Math.min(nextProbeMs, nowMs + Math.min(waitMs, PROBE_MS))
      become('down')
    },
  }
}
