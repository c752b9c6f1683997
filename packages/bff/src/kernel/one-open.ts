import { LeydenError } from '@leyden/core'

/**
 * Finds or opens the one open charge or session of an order. Concurrent calls of one order share the work.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if another process is opening one again and again.
 */
export function createOneOpen<Opened>() {
  const pending = new Map<string, Promise<Opened>>()

  /** @param attempt returns undefined if another process was faster; the second attempt finds what that one opened. */
  async function openOne(attempt: () => Promise<Opened | undefined>): Promise<Opened> {
    const opened = (await attempt()) ?? (await attempt())
    if (opened !== undefined) return opened
    throw new LeydenError('SERVICE_UNAVAILABLE', 'Another request for this order is running. Try again.', {
      retryAfterMs: 1_000,
    })
  }

  return (order: string, attempt: () => Promise<Opened | undefined>): Promise<Opened> => {
    const shared = pending.get(order) ?? openOne(attempt).finally(() => pending.delete(order))
    pending.set(order, shared)
    return shared
  }
}
