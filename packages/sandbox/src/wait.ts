/** Resolves after `ms`; rejects with the reason of the first signal that is aborted. */
export async function wait(ms: number, ...signals: AbortSignal[]): Promise<void> {
  const ended = new AbortController()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    for (const signal of signals) {
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort, { signal: ended.signal })
    }
  }).finally(() => ended.abort())
}
