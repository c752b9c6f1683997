/** Limits how many requests are under way at once, per key and in all. */
export interface Semaphore {
  /** Returns a function that releases the permit, or null when none is left for the key or in total. */
  acquire(key: string): (() => void) | null
}

/** One slow or hostile host must not use up all permits, and we must not flood one host. */
export function createSemaphore(limits: { perKey: number; total?: number }): Semaphore {
  const held = new Map<string, number>()
  const { perKey, total: most = Number.POSITIVE_INFINITY } = limits
  let total = 0
  return {
    acquire(key) {
      const ofKey = held.get(key) ?? 0
      if (ofKey >= perKey || total >= most) return null
      held.set(key, ofKey + 1)
      total++
      return () => {
        total--
        const left = (held.get(key) ?? 1) - 1
        if (left === 0) held.delete(key)
        else held.set(key, left)
      }
    },
  }
}
