import { LeydenError } from '@leyden/core'
import type { Context } from '../context.js'

const RETRY_MS = 2_000

/** How many streams each charge, session and client's address has in this process. */
const open = new WeakMap<Context, Map<string, number>>()

/**
 * A place for one more stream; what comes back gives it up again, and is to be called once. Null where the client's
 * address has all of its places taken: many people may be behind one, and a page that gets plain JSON asks again.
 *
 * @param ip what limits count by; null where the host does not say, and then it is not counted.
 * @throws LeydenError `RATE_LIMITED` when the subject has too many.
 */
export function takePlace(context: Context, subjectId: string, ip: string | null): (() => void) | null {
  const counts = open.get(context) ?? new Map<string, number>()
  open.set(context, counts)
  const { streamsPerWatch, streamsPerIp } = context.rates
  const watch = `watch ${subjectId}`
  const client = `client ${ip}`
  if ((counts.get(watch) ?? 0) >= streamsPerWatch)
    throw new LeydenError('RATE_LIMITED', 'This is watched by too many at once.', { retryAfterMs: RETRY_MS })
  if (ip !== null && (counts.get(client) ?? 0) >= streamsPerIp) return null
  const taken = ip === null ? [watch] : [watch, client]
  for (const place of taken) counts.set(place, (counts.get(place) ?? 0) + 1)
  return () => {
    for (const place of taken) {
      const others = (counts.get(place) ?? 1) - 1
      if (others > 0) counts.set(place, others)
      else counts.delete(place)
    }
  }
}
