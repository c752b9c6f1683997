/** Timers that end early when the caller aborts or the sandbox is closed. */
export type Timers = ReturnType<typeof createTimers>

export function createTimers() {
  const closing = new AbortController()

  function pause(ms: number | null, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = ms === null ? undefined : setTimeout(() => end(resolve), ms)
      const signals = signal ? [closing.signal, signal] : [closing.signal]
      const onAbort = () => end(() => reject(signals.find((each) => each.aborted)?.reason))

      function end(report: () => void): void {
        clearTimeout(timer)
        for (const each of signals) each.removeEventListener('abort', onAbort)
        report()
      }

      for (const each of signals) each.addEventListener('abort', onAbort)
      if (signals.some((each) => each.aborted)) onAbort()
    })
  }

  return {
    /** Resolves after `ms`; rejects with the signal's reason, or when the sandbox is closed. */
    wait: (ms: number, signal?: AbortSignal) => pause(ms, signal),
    /** Never resolves; rejects like `wait`. */
    forever: (signal: AbortSignal) => pause(null, signal) as Promise<never>,
    /** Aborted when the sandbox is closed. */
    closed: closing.signal,
    close: () => closing.abort(new DOMException('The sandbox was closed.', 'AbortError')),
  }
}
