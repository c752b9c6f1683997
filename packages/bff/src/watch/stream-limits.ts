import { LeydenError } from '@leyden/core'
import type { Rates } from '../limits/limits.js'
import { createSemaphore } from '../limits/semaphore.js'

const RETRY_MS = 2_000

/**
 * Counts one more stream, and returns a function that is called once when it ends. Returns null where the client's
 * address has as many as it may: many people may share one, and a page that gets plain JSON polls instead.
 *
 * @param ip null where it is not known, and then it is not counted.
 * @throws LeydenError `RATE_LIMITED` when the charge or session has too many.
 */
export type OpenStream = (subjectId: string, ip: string | null) => (() => void) | null

/** Limits the streams of one process. */
export function createStreamLimits(
  { streamsPerWatch, streamsPerIp }: Rates,
  onCount: (open: number) => void,
): OpenStream {
  let open = 0
  const semaphore = createSemaphore()

  return (subjectId, ip) => {
    const endWatch = semaphore.acquire([`watch ${subjectId}`, streamsPerWatch])
    if (!endWatch)
      throw new LeydenError(
        'RATE_LIMITED',
        'Too many streams watch this charge or session; try again later.',
        {
          retryAfterMs: RETRY_MS,
        },
      )
    const endClient = semaphore.acquire([ip && `client ${ip}`, streamsPerIp])
    if (!endClient) {
      endWatch()
      return null
    }
    onCount(++open)
    return () => {
      endWatch()
      endClient()
      onCount(--open)
    }
  }
}
