/** What a signal carries when a time limit, and not the caller, ended the work. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/**
 * Runs work under a time limit and under the caller's own signal. The work gets a signal and has to clean up by
 * itself when that fires; its result is not waited for then.
 */
export async function within<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController()
  const { signal } = inner
  const giveUp = () => inner.abort(outer.reason)
  const timer = setTimeout(() => inner.abort(new TimedOut(`Not done within ${limitMs} ms.`)), limitMs)
  outer.addEventListener('abort', giveUp, { once: true })
  if (outer.aborted) giveUp()
  try {
    return await new Promise<T>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      work(signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', giveUp)
  }
}
