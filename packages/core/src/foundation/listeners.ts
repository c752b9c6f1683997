/** A set of callbacks for one event. */
export function createListeners<Values extends unknown[] = []>() {
  const listeners = new Set<(...values: Values) => void>()
  return {
    /** @returns a function that unsubscribes. */
    subscribe(listener: (...values: Values) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls each listener. One that is added or removed meanwhile counts from the next call on. */
    notify(...values: Values): void {
      for (const listener of [...listeners]) listener(...values)
    },
  }
}

/** Combines functions, such as several that unsubscribe, into one that calls them in turn. */
export function callAll(steps: readonly (() => void)[]): () => void {
  return () => {
    for (const step of steps) step()
  }
}
