import { Resolver } from 'node:dns/promises'

/** Resolves a host name to its IPv4 and IPv6 addresses; an empty list if there is none. Rejects if DNS fails. */
export type ResolveName = (hostname: string) => Promise<string[]>

const NO_SUCH_RECORD: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Queries only the name servers of this machine, or those given as `address:port`: no hosts file, no search list and no
 * multicast, so that a name resolves as on every other machine.
 */
export function createResolveName(servers?: readonly string[]): ResolveName {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 1000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = families.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const failure = families.find(
      (each) => each.status === 'rejected' && !NO_SUCH_RECORD.has(each.reason.code),
    )
    if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason
    return addresses
  }
}
