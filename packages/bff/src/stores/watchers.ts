/** The functions in this process that watch subjects for new events. */
export function createWatchers() {
  const watched = new Map<string, Set<() => void>>()
  return {
    /** The ids of the watched subjects. */
    ids: () => [...watched.keys()],
    hint(id: string): void {
      for (const call of watched.get(id) ?? []) call()
    },
    /** @returns a function that stops watching. */
    watch(id: string, call: () => void): () => void {
      const calls = watched.get(id) ?? new Set()
      watched.set(id, calls.add(call))
      return () => {
        calls.delete(call)
        if (calls.size === 0 && watched.get(id) === calls) watched.delete(id)
      }
    },
    clear: () => watched.clear(),
  }
}
