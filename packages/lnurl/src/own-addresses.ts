import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { ResolveName } from './resolve-name.js'

/**
 * Whether an address is one of this machine, or one that the host of its public URL resolves to. A firewall may let this
 * machine reach ports there that nobody else reaches.
 *
 * @param publicHost the host of the public URL, if it is known.
 */
export function createOwnAddresses(
  resolve: ResolveName,
  publicHost?: string,
): (address: string) => Promise<boolean> {
  return async (address) => {
    const interfaces = Object.values(networkInterfaces()).flatMap((each = []) => each)
    const own = interfaces.map((each) => each.address)
    if (publicHost !== undefined && isIP(bare(publicHost)) !== 0) own.push(bare(publicHost))
    else if (publicHost !== undefined) own.push(...(await resolve(publicHost)))
    return own.some((each) => isSameAddress(each, address))
  }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** IPv6 addresses have several spellings, and those of an interface may have a zone. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => each.replace(/%.*$/, ''))
  if (a === undefined || b === undefined || !ipaddr.isValid(a) || !ipaddr.isValid(b)) return false
  return ipaddr.process(a).toString() === ipaddr.process(b).toString()
}
