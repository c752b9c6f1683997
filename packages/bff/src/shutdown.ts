export interface Shutdown {
  readonly started: boolean
  /** Calls back once when the BFF shuts down. @returns a function that unsubscribes. */
  onStart(callback: () => void): () => void
  start(): void
}

/** The end of a BFF. Thousands of streams listen for it, for which an `AbortSignal` prints a warning. */
export function createShutdown(): Shutdown {
  const callbacks = new Set<() => void>()
  let started = false
  return {
    get started() {
      return started
    },
    onStart(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    start() {
      started = true
      for (const callback of [...callbacks]) callback()
    },
  }
}
