import { refuse } from '@leyden/core/internal'
import {
  type BitcoinAddressProblem,
  type BitcoinAddressType,
  isBurnAddress,
  parseBitcoinAddress,
} from './bitcoin-address-reader.js'
import { type LightningAddressProblem, parseLightningAddress } from './lightning-address.js'

/** Why a text is no destination for bought bitcoin. */
export type RampDestinationProblem =
  | LightningAddressProblem
  | BitcoinAddressProblem
  /** An address of a test network: mainnet coins would be lost. */
  | 'wrong_network'
  /** An address that anybody could spend from, or nobody yet. */
  | 'unsupported_type'
  /** An invoice is good for one payment of one amount, and so is no destination. */
  | 'lightning_invoice'

/** What is odd about a destination that can be used. */
export type RampDestinationWarning =
  /** Nobody has the key to this address. */
  'burn_address'

/** What {@link parseRampDestination} returns: the destination, or why the text is none. */
export type RampDestinationResult =
  | {
      ok: true
      kind: 'lightning_address'
      /** Folded form. */
      address: string
      /** Always empty for a Lightning Address. */
      warnings: RampDestinationWarning[]
    }
  | {
      ok: true
      kind: 'bitcoin_address'
      /** Canonical form. */
      address: string
      /** What the address pays to. */
      type: BitcoinAddressType
      /** What a person should confirm before coins are sent there. */
      warnings: RampDestinationWarning[]
    }
  | { ok: false; reason: RampDestinationProblem; suggestion?: string | undefined }

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
  if (/^\s*(?:lightning:)?ln(?:bc|tb)/i.test(input)) return refuse('lightning_invoice')
  const onChain = parseBitcoinAddress(input)
  if (!onChain.ok) return onChain
  const { address, network, type } = onChain
  if (network !== 'mainnet') return refuse('wrong_network')
  if (type === 'p2a' || type === 'witness-unknown') return refuse('unsupported_type')
  const warnings: RampDestinationWarning[] = isBurnAddress(address) ? ['burn_address'] : []
  return { ok: true, kind: 'bitcoin_address', address, type, warnings }
}
