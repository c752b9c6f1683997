/** A map that forgets its oldest entries beyond `most`: a long load test must not eat the machine. */
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
