export interface Closing {
  readonly closed: boolean
  /** Calls back once when it closes; the function that comes back takes that off again. */
  onClose(callback: () => void): () => void
  close(): void
}

/** The end of a BFF, for thousands of streams to wait for, which an `AbortSignal` warns about. */
export function createClosing(): Closing {
  const callbacks = new Set<() => void>()
  let closed = false
  return {
    get closed() {
      return closed
    },
    onClose(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    close() {
      closed = true
      for (const callback of [...callbacks]) callback()
    },
  }
}
