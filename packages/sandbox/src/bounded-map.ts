/** A map that drops its oldest entries beyond `most`, to bound the memory in long load tests. */
export function createBoundedMap<Value>(most: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: Value): void {
      entries.set(key, value)
      const oldest = entries.size > most ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
