import { nwc } from '@leyden/bff/nwc'
import { parseLightningAddress } from '@leyden/lightning/address'
import type { Environment } from './environment.js'

/** How this program learns of payments by itself. */
export interface SettlementSettings {
  /** Whose payments it hears of: Lightning Addresses, or true for every recipient. */
  settles: boolean | string[]
  /** Of a wallet; a secret. */
  nwcUrl: string | undefined
}

export function readSettlementSettings(read: Environment): SettlementSettings {
  const nwcUrl = read.text('LEYDEN_NWC_URL')
  try {
    // Opens nothing yet.
    if (nwcUrl !== undefined) nwc({ url: nwcUrl })
  } catch (error) {
    read.problems.push(`LEYDEN_NWC_URL cannot be read. ${(error as Error).message}`)
  }
  return { settles: readSettles(read), nwcUrl }
}

function readSettles(read: Environment): boolean | string[] {
  const addresses = read.list('LEYDEN_SETTLES')
  const [first = '0'] = addresses
  if (addresses.length < 2 && (first === '0' || first === '1')) return first === '1'
  if (!addresses.every((address) => parseLightningAddress(address).ok))
    read.problems.push('LEYDEN_SETTLES must be 1 (all recipients), 0 (none), or Lightning Addresses.')
  return addresses
}
