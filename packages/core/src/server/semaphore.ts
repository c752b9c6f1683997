/** A key, and the maximum number of its concurrent requests; for the key null only 0 is a limit. */
type Limit = readonly [key: string | null, most: number]

/**
 * Limits concurrent requests by several keys together, so that one slow or hostile host or client cannot use up all
 * permits, and the server does not flood a host.
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
      const isUsedUp = ([key, most]: Limit) => (key === null ? 0 : (held.get(key) ?? 0)) >= most
      if (limits.some(isUsedUp)) return null
      change(limits, 1)
      return () => change(limits, -1)
    },
  }
}
