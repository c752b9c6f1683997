import { setTimeout as wait } from 'node:timers/promises'

/** A connection that its owner was handed; resolves when it has ended. */
export type Connect = (onOpen: () => void) => Promise<void>

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 15_000
const GROWTH = 1.5
/** A relay that ends a connection sooner than this has refused it, and is left alone for longer each time. */
const STABLE_MS = 5_000

/** Connects again and again, with back-off and jitter, until the signal says that it is enough. */
export async function keepConnected(connect: Connect, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let openedAtMs = Number.POSITIVE_INFINITY
    await connect(() => {
      openedAtMs = performance.now()
    }).catch(() => undefined)
    failures = performance.now() - openedAtMs >= STABLE_MS ? 0 : failures + 1
    const longestMs = Math.min(FIRST_WAIT_MS * GROWTH ** failures, LONGEST_WAIT_MS)
    // Half of it random, so that the servers of a relay that restarts do not all come back at once.
    await wait(longestMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    )
  }
}
