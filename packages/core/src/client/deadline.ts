import { LeydenError } from './error.js'

/**
 * Runs work with a timeout, and with the caller's own signal if there is one. It does not wait for work that ignores its
 * signal; if `outer` is already aborted, the work does not start.
 *
 * @param timeoutMs milliseconds. Infinite if `outer` is a deadline already; then the work's own error is thrown.
 * @throws LeydenError `TIMEOUT`, or `ABORTED` when `outer` is aborted; any error of the work.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = () => new LeydenError('ABORTED', 'Aborted by the caller.')
  if (outer?.aborted) throw aborted()
  // Creating another signal for each layer of one request would take more time than the layers themselves.
  if (outer && timeoutMs === Number.POSITIVE_INFINITY) return work(outer)
  const controller = new AbortController()
  let stop = (_: LeydenError) => {}
  // Reject before aborting the work: the error that the abort causes then comes second and is ignored.
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
