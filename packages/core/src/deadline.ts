import { LeydenError } from './error.js'

/**
 * Runs work under a time limit, and under the caller's own signal where there is one. Work that ignores its signal is
 * left behind.
 *
 * @param timeoutMs milliseconds.
 * @throws LeydenError `TIMEOUT`, or `ABORTED` when `outer` fires; whatever the work throws.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  // Listens before the work does, so that the work's own failure by the abort comes second.
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const onAbort = () => controller.abort(new LeydenError('ABORTED', 'Aborted by the caller.'))
  const onTimeout = () => controller.abort(new LeydenError('TIMEOUT', `No answer within ${timeoutMs} ms.`))
  const timer = setTimeout(onTimeout, timeoutMs)
  outer?.addEventListener('abort', onAbort)
  if (outer?.aborted) onAbort()
  try {
    return await Promise.race([stopped, work(signal)])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}
