/** Limits how many requests are under way at once, under several keys together. */
export interface Semaphore {
  /**
   * @param limits the most that may hold each key, such as `{ all: 256, 'host a.example': 8 }`.
   * @returns a function that releases the permit, or null where a key has no permit left.
   */
  acquire(limits: Readonly<Record<string, number>>): (() => void) | null
}

/** One slow or hostile host or client must not use up all permits, and we must not flood one host. */
export function createSemaphore(): Semaphore {
  const held = new Map<string, number>()
  return {
    acquire(limits) {
      const keys = Object.keys(limits)
      if (keys.some((key) => (held.get(key) ?? 0) >= (limits[key] ?? 0))) return null
      for (const key of keys) held.set(key, (held.get(key) ?? 0) + 1)
      return () => {
        for (const key of keys) {
          const left = (held.get(key) ?? 1) - 1
          if (left === 0) held.delete(key)
          else held.set(key, left)
        }
      }
    },
  }
}
