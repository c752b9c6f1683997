import { setTimeout as wait } from 'node:timers/promises'

const FIRST_WAIT_MS = 200
const GROWTH = 1.5
/** A connection that ends sooner than this counts as refused, and increases the back-off. */
const STABLE_MS = 5_000

/**
 * Reconnects with back-off and jitter, until the signal is aborted.
 *
 * @param connect calls `onOpen` when it is connected, and resolves or rejects when the connection has ended.
 * @param longestWaitMs between two attempts. @default 15_000
 */
export async function keepConnected(
  connect: (onOpen: () => void) => Promise<void>,
  signal: AbortSignal,
  longestWaitMs = 15_000,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let openedAtMs = Number.POSITIVE_INFINITY
    await connect(() => {
      openedAtMs = performance.now()
    }).catch(() => undefined)
    failures = performance.now() - openedAtMs >= STABLE_MS ? 0 : failures + 1
    const longestMs = Math.min(FIRST_WAIT_MS * GROWTH ** failures, longestWaitMs)
    // Half of it is jitter, so that the clients of a restarted server do not all reconnect at once.
    await wait(longestMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    )
  }
}
