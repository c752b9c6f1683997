import type { Network } from '@leyden/core'
import { refuse } from '@leyden/core/internal'
import {
  type BitcoinAddressProblem,
  type BitcoinAddressType,
  isBurnAddress,
  parseBitcoinAddress,
} from './bitcoin-address-reader.js'
import { type LightningAddressProblem, parseLightningAddress } from './lightning-address.js'

/** Why a text is not a destination for bought bitcoin. */
export type RampDestinationProblem =
  | LightningAddressProblem
  | BitcoinAddressProblem
  /** An address of another network: the coins would be lost. */
  | 'wrong_network'
  /** An address of a type that anybody, or nobody, can spend from. */
  | 'unsupported_type'
  /** An invoice: it allows one payment of one amount, so it cannot be a destination. */
  | 'lightning_invoice'

/** Warnings about a destination that can be used. */
export type RampDestinationWarning =
  /** Nobody has the key to this address. */
  'burn_address'

/** What {@link parseRampDestination} returns: the destination, or why the text is not one. */
export type RampDestinationResult =
  | {
      /** Whether the text is a destination for bought bitcoin. */
      ok: true
      /** The kind of destination. */
      kind: 'lightning_address'
      /** The address in its folded form. */
      address: string
      /** Always empty for a Lightning Address. */
      warnings: RampDestinationWarning[]
    }
  | {
      /** Whether the text is a destination for bought bitcoin. */
      ok: true
      /** The kind of destination. */
      kind: 'bitcoin_address'
      /** The address in its canonical form. */
      address: string
      /** The type of output that the address pays to. */
      type: BitcoinAddressType
      /** Warnings that a person should confirm before coins are sent there. */
      warnings: RampDestinationWarning[]
    }
  | {
      /** Whether the text is a destination for bought bitcoin. */
      ok: false
      /** Why the text is not one. */
      reason: RampDestinationProblem
      /** For a Lightning Address in another script: its ASCII form, which a person may confirm. */
      suggestion?: string | undefined
    }

/** Options of {@link parseRampDestination}. */
export interface RampDestinationOptions {
  /**
   * The network that an on-chain address has to belong to; `any` for a form whose server checks it. @default 'mainnet'
   */
  network?: Network | 'any' | undefined
}

/**
 * Reads a destination for bought bitcoin: a Lightning Address, or an on-chain address that can be spent from, also in a
 * `bitcoin:` URI (BIP 21), of which only the address is used. An on-chain address has to be exact, so a form must trim
 * it first. Never throws.
 *
 * @example parseRampDestination('alice@wallet.example') // { ok: true, kind: 'lightning_address', … }
 */
export function parseRampDestination(
  input: string,
  { network: wanted = 'mainnet' }: RampDestinationOptions = {},
): RampDestinationResult {
  const text = /^bitcoin:([^?]*)/i.exec(input)?.[1] ?? input
  if (text.includes('@')) {
    const lightning = parseLightningAddress(text)
    if (!lightning.ok) return lightning
    return { ok: true, kind: 'lightning_address', address: lightning.address, warnings: [] }
  }
  if (/^\s*(?:lightning:)?ln(?:bc|tb)/i.test(text)) return refuse('lightning_invoice')
  const onChain = parseBitcoinAddress(text)
  if (!onChain.ok) return onChain
  const { address, network, type } = onChain
  if (wanted !== 'any' && !isOfNetwork(onChain, wanted)) return refuse('wrong_network')
  if (type === 'p2a' || type === 'witness-unknown') return refuse('unsupported_type')
  const isBurnt = network === 'mainnet' && isBurnAddress(address)
  return { ok: true, kind: 'bitcoin_address', address, type, warnings: isBurnt ? ['burn_address'] : [] }
}

/** Signet has the prefixes of testnet, and so has regtest in base58. */
function isOfNetwork({ address, network }: { address: string; network: Network }, wanted: Network): boolean {
  if (network !== 'testnet') return network === wanted
  return wanted === 'testnet' || wanted === 'signet' || (wanted === 'regtest' && !/^tb1/.test(address))
}
