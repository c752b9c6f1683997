/** Timers that end early when the caller aborts or the sandbox is closed. */
export type Timers = ReturnType<typeof createTimers>

export function createTimers() {
  const closing = new AbortController()

  return {
    /** Resolves after `ms`; rejects with the signal's reason, or when the sandbox is closed. */
    async wait(ms: number, signal?: AbortSignal): Promise<void> {
      const ended = new AbortController()
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms)
        for (const each of [closing.signal, signal]) {
          const onAbort = () => {
            clearTimeout(timer)
            reject(each?.reason)
          }
          if (each?.aborted) onAbort()
          each?.addEventListener('abort', onAbort, { signal: ended.signal })
        }
      }).finally(() => ended.abort())
    },
    /** Aborted when the sandbox is closed. */
    closed: closing.signal,
    close: () => closing.abort(new DOMException('The sandbox was closed.', 'AbortError')),
  }
}
