import { LeydenError } from '@leyden/core'

/**
 * Runs work with a signal that ends it after `timeoutMs`; work that ignores the signal is left behind.
 *
 * @throws LeydenError `TIMEOUT`.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // First the reason, then the abort, so that the abort is not taken for it.
      reject(new LeydenError('TIMEOUT', `No answer within ${timeoutMs} ms.`))
      controller.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
