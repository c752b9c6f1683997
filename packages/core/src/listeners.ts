/** Functions that want to know when something happens. */
export function createListeners<Values extends unknown[] = []>() {
  const listeners = new Set<(...values: Values) => void>()
  return {
    /** @returns a function that unsubscribes. */
    subscribe(listener: (...values: Values) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls each of them. One that is added or removed meanwhile changes the next call. */
    notify(...values: Values): void {
      for (const listener of [...listeners]) listener(...values)
    },
  }
}

/** One function that calls all of them in turn, such as those that unsubscribe. */
export function callAll(steps: readonly (() => void)[]): () => void {
  return () => {
    for (const step of steps) step()
  }
}
