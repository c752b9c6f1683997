/** Requests that are under way, counted for each host and in all. */
export interface HostSlots {
  /** A function that gives the slot back, or null when the host or the whole has no slot left. */
  take(hostname: string): (() => void) | null
}

/** One slow or hostile host must not hold all of our sockets, and we must not flood one. */
export function createHostSlots(limits: { perHost: number; total: number }): HostSlots {
  const used = new Map<string, number>()
  let total = 0
  return {
    take(hostname) {
      const ofHost = used.get(hostname) ?? 0
      if (ofHost >= limits.perHost || total >= limits.total) return null
      used.set(hostname, ofHost + 1)
      total++
      return () => {
        total--
        const left = (used.get(hostname) ?? 1) - 1
        if (left === 0) used.delete(hostname)
        else used.set(hostname, left)
      }
    },
  }
}
