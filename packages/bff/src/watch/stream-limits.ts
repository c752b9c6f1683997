import { LeydenError } from '@leyden/core'

const RETRY_MS = 2_000

export interface StreamLimits {
  /** Open streams, per charge or session. */
  streamsPerWatch: number
  /** Open streams, per client. */
  streamsPerIp: number
}

/**
 * Counts one more stream, and returns a function that is called once when it ends. Returns null where the client's
 * address has as many as it may: many people may share one, and a page that gets plain JSON polls instead.
 *
 * @param ip null where it is not known, and then it is not counted.
 * @throws LeydenError `RATE_LIMITED` when the charge or session has too many.
 */
export type OpenStream = (subjectId: string, ip: string | null) => (() => void) | null

/** Limits the streams of one process. */
export function createStreamLimits({ streamsPerWatch, streamsPerIp }: StreamLimits): OpenStream {
  const open = new Map<string, number>()
  const count = (key: string) => open.get(key) ?? 0

  return (subjectId, ip) => {
    const watch = `watch ${subjectId}`
    const client = `client ${ip}`
    if (count(watch) >= streamsPerWatch)
      throw new LeydenError(
        'RATE_LIMITED',
        'Too many streams watch this charge or session; try again later.',
        {
          retryAfterMs: RETRY_MS,
        },
      )
    if (ip !== null && count(client) >= streamsPerIp) return null
    const keys = ip === null ? [watch] : [watch, client]
    for (const key of keys) open.set(key, count(key) + 1)
    return () => {
      for (const key of keys)
        if (count(key) > 1) open.set(key, count(key) - 1)
        else open.delete(key)
    }
  }
}
