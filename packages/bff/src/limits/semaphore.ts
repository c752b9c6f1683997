/** A key, and the most requests that may hold it at once; a key of null limits nothing. */
type Limit = readonly [key: string | null, most: number]

/**
 * Limits how many requests are under way at once, under several keys together. One slow or hostile host or client must
 * not use up all permits, and we must not flood one host.
 */
export function createSemaphore() {
  const held = new Map<string, number>()
  const change = (limits: readonly Limit[], by: number) => {
    for (const [key] of limits) {
      if (key === null) continue
      const left = (held.get(key) ?? 0) + by
      if (left === 0) held.delete(key)
      else held.set(key, left)
    }
  }
  return {
    /** @returns a function that releases the permit, or null where a key has no permit left. */
    acquire(...limits: readonly Limit[]): (() => void) | null {
      if (limits.some(([key, most]) => key !== null && (held.get(key) ?? 0) >= most)) return null
      change(limits, 1)
      return () => change(limits, -1)
    },
  }
}
