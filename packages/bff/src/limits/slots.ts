/** Requests that are under way, counted for each name and in all. */
export interface Slots {
  /** A function that gives the slot back, or null when the name or the whole has no slot left. */
  take(name: string): (() => void) | null
}

/** One slow or hostile party must not hold all that we have, and we must not flood one. */
export function createSlots(limits: { perName: number; total: number }): Slots {
  const used = new Map<string, number>()
  let total = 0
  return {
    take(name) {
      const ofName = used.get(name) ?? 0
      if (ofName >= limits.perName || total >= limits.total) return null
      used.set(name, ofName + 1)
      total++
      return () => {
        total--
        const left = (used.get(name) ?? 1) - 1
        if (left === 0) used.delete(name)
        else used.set(name, left)
      }
    },
  }
}
