import {
  type BitcoinAddressProblem,
  type BitcoinAddressType,
  parseBitcoinAddress,
} from './bitcoin-address.js'
import { type LightningAddressProblem, parseLightningAddress } from './lightning-address.js'

export type RampDestinationProblem =
  | LightningAddressProblem
  | BitcoinAddressProblem
  /** An address of a test network: mainnet coins would be lost. */
  | 'wrong_network'
  /** An address that anybody could spend from, or nobody yet. */
  | 'unsupported_type'
  /** An invoice is good for one payment of one amount, and so is no destination. */
  | 'lightning_invoice'

export type RampDestinationWarning =
  /** Nobody has the key to this address. */
  'burn_address'

export type RampDestinationResult =
  | {
      ok: true
      kind: 'lightning_address'
      /** Folded form. */
      address: string
      warnings: RampDestinationWarning[]
    }
  | {
      ok: true
      kind: 'bitcoin_address'
      /** Canonical form. */
      address: string
      type: BitcoinAddressType
      warnings: RampDestinationWarning[]
    }
  | { ok: false; reason: RampDestinationProblem; suggestion?: string }

// Hash 160 of nothing but zeros, as public key hash and as script hash; and the same as witness programs.
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1111111111111111111114oLvT2',
  '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
  'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
  'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqthqst8',
])

/**
 * Reads where bought bitcoin is to go: a Lightning Address, or an on-chain address of mainnet that can be spent
 * from. A form takes off the spaces around an on-chain address before it asks; here it has to be exact.
 * Never throws.
 *
 * @example parseRampDestination('alice@wallet.example') // { ok: true, kind: 'lightning_address', … }
 */
export function parseRampDestination(input: string): RampDestinationResult {
  if (input.includes('@')) {
    const lightning = parseLightningAddress(input)
    if (!lightning.ok) return lightning
    return { ok: true, kind: 'lightning_address', address: lightning.address, warnings: [] }
  }
  if (/^\s*(?:lightning:)?ln(?:bc|tb)/iu.test(input)) return { ok: false, reason: 'lightning_invoice' }
  const onChain = parseBitcoinAddress(input)
  if (!onChain.ok) return onChain
  const { address, network, type } = onChain
  if (network !== 'mainnet') return { ok: false, reason: 'wrong_network' }
  if (type === 'p2a' || type === 'witness-unknown') return { ok: false, reason: 'unsupported_type' }
  const warnings: RampDestinationWarning[] = BURN_ADDRESSES.has(address) ? ['burn_address'] : []
  return { ok: true, kind: 'bitcoin_address', address, type, warnings }
}
