import { LeydenError } from '@leyden/core'

/**
 * Finds or opens the one open charge or session of an order. Concurrent calls with one key share the work.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if another process is opening one again and again.
 */
export function singleFlight<Opened>() {
  const pending = new Map<string, Promise<Opened>>()

  /** @param attempt returns undefined if another process was faster; the second attempt finds what that one opened. */
  async function openOne(attempt: () => Promise<Opened | undefined>): Promise<Opened> {
    const opened = (await attempt()) ?? (await attempt())
    if (opened !== undefined) return opened
    throw new LeydenError('SERVICE_UNAVAILABLE', 'Another request for this order is running. Try again.', {
      retryAfterMs: 1_000,
    })
  }

  return (key: string, attempt: () => Promise<Opened | undefined>): Promise<Opened> => {
    const shared = pending.get(key) ?? openOne(attempt).finally(() => pending.delete(key))
    pending.set(key, shared)
    return shared
  }
}
