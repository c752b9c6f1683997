const HOUR_MS = 3_600_000
const PORTS_PER_HOUR = 4
/** The oldest are forgotten first. */
const MAX_ADDRESSES = 10_000

export interface PortLimit {
  /**
   * Counts a port of each address.
   *
   * @returns 0, or how long to wait, in milliseconds, if an address has had too many other ports; nothing is counted then.
   */
  take(addresses: readonly string[], port: string): number
}

/**
 * Limits how many ports of an address are requested within an hour, because an attacker who controls a name can
 * point it at somebody else's address, and try one port after the other. Counts addresses and not names, because an
 * attacker can have any number of names.
 */
export function createPortLimit(now: () => number = Date.now, portsPerHour = PORTS_PER_HOUR): PortLimit {
  /** When each port of an address was last requested. */
  const known = new Map<string, Map<string, number>>()

  function portsOf(address: string): Map<string, number> {
    const ports = known.get(address) ?? new Map<string, number>()
    for (const [port, atMs] of ports) if (atMs <= now() - HOUR_MS) ports.delete(port)
    return ports
  }

  return {
    take(addresses, port) {
      const waits = addresses.map((address) => {
        const ports = portsOf(address)
        if (ports.has(port) || ports.size < portsPerHour) return 0
        return Math.min(...ports.values()) + HOUR_MS - now()
      })
      const waitMs = Math.max(0, ...waits)
      if (waitMs > 0) return waitMs
      for (const address of addresses) {
        const ports = portsOf(address).set(port, now())
        known.delete(address)
        known.set(address, ports)
      }
      for (const oldest of known.keys()) {
        if (known.size <= MAX_ADDRESSES) break
        known.delete(oldest)
      }
      return 0
    },
  }
}
