/** A key, and the maximum number of its concurrent requests; the key null has no limit. */
type Limit = readonly [key: string | null, most: number]

/**
 * Limits concurrent requests by several keys together, so that one slow or hostile host or client cannot use up all
 * permits, and the BFF does not flood a host.
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
    /** @returns a function that releases the permit, or null if a key has no permit left. */
    acquire(...limits: readonly Limit[]): (() => void) | null {
      if (limits.some(([key, most]) => key !== null && (held.get(key) ?? 0) >= most)) return null
      change(limits, 1)
      return () => change(limits, -1)
    },
  }
}
