import { LeydenError } from './error.js'

/**
 * Runs work with a timeout, and with the caller's own signal if there is one. It does not wait for work that ignores its
 * signal; if `outer` is already aborted, the work does not start.
 *
 * @param timeoutMs milliseconds; infinite where `outer` is a deadline already, and then the work's own failure counts.
 * @throws LeydenError `TIMEOUT`, or `ABORTED` when `outer` is aborted; any error of the work.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = () => new LeydenError('ABORTED', 'Aborted by the caller.')
  if (outer?.aborted) throw aborted()
  // Another signal for each layer of one request would cost more time than the layers do.
  if (outer && timeoutMs === Number.POSITIVE_INFINITY) return work(outer)
  const controller = new AbortController()
  let stop = (_: LeydenError) => {}
  // Rejects before the work is aborted, so that the work's own failure by that comes second.
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error)
      controller.abort(error)
    }
  })
  const onAbort = () => stop(aborted())
  const timer = setTimeout(
    () => stop(new LeydenError('TIMEOUT', `No answer within ${timeoutMs} ms.`)),
    timeoutMs,
  )
  outer?.addEventListener('abort', onAbort)
  try {
    return await Promise.race([stopped, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}
