/** On-chain addresses, and destinations for bought bitcoin. */
import type { Network } from '@leyden/core'
import { refuse, tryOrUndefined } from '@leyden/core/internal'
import { bech32, bech32m } from '@scure/base'
import { base58check, isWitnessProgram } from './address-encoding.js'
import { type LightningAddressProblem, parseLightningAddress } from './lightning-address.js'
import { isPrivateKey } from './pasted-text.js'

/** Why a text is not a Bitcoin address. No reason repeats the pasted text, which may be a private key. */
export type BitcoinAddressProblem =
  | 'empty'
  | 'too_long'
  | 'charset'
  | 'mixed_case'
  /** The text is a private key. Warn the person: its coins are no longer safe. */
  | 'private_key'
  | 'malformed'

/**
 * The type of output that an address pays to. `p2a` and `witness-unknown` are well-formed, but coins sent there can be
 * taken by anyone, or by nobody.
 */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2a' | 'witness-unknown'

/** What {@link parseBitcoinAddress} returns: the address, or why the text is not one. */
export type BitcoinAddressResult =
  | {
      /** Whether the text is a Bitcoin address. */
      ok: true
      /** Canonical form: lower case for bech32, unchanged for base58. Compare addresses in this form only. */
      address: string
      /**
       * `testnet` also stands for signet, which has the same prefixes, and for regtest if the address is base58.
       */
      network: Network
      /** What the address pays to. */
      type: BitcoinAddressType
    }
  | {
      /** Whether the text is a Bitcoin address. */
      ok: false
      /** Why the text is not one. */
      reason: BitcoinAddressProblem
    }

// BIP 173: at most 90 characters. The longest base58 address has 35.
const MAX_CHARACTERS = 90

// Pay-to-anchor, version 1 with the program 4e73, on each prefix.
const ANCHORS: ReadonlySet<string> = new Set(['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx'])

/**
 * Reads an on-chain address: base58check version 0, 5, 111 or 196; bech32 for witness version 0 (BIP 173); bech32m for
 * 1 to 16 (BIP 350). The text must be exact: spaces around it or a `bitcoin:` prefix make it invalid. Never throws.
 *
 * @example
 * parseBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')
 * // { ok: true, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network: 'mainnet', type: 'p2wpkh' }
 */
export function parseBitcoinAddress(input: string): BitcoinAddressResult {
  if (input === '') return refuse('empty')
  if (isPrivateKey(input)) return refuse('private_key')
  if (input.length > MAX_CHARACTERS) return refuse('too_long')
  if (!/^[\x21-\x7e]+$/.test(input)) return refuse('charset')
  const lower = input.toLowerCase()
  const isSegwit = /^(?:bc|tb|bcrt)1/.test(lower)
  // BIP 173 makes readers refuse mixed case, even a single capital at the start, as phone keyboards write it.
  if (isSegwit && input !== lower && input !== input.toUpperCase()) return refuse('mixed_case')
  const known = isSegwit ? readSegwit(lower) : readBase58(input)
  return known ? { ok: true, ...known } : refuse('malformed')
}

// The all-zero addresses: public key hash, script hash, and witness programs of version 0 and 1.
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1111111111111111111114oLvT2',
  '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
  'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
  'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqthqst8',
  'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm',
])

/** Whether nobody can have the key of this address, which is in its canonical form. */
function isBurnAddress(address: string): boolean {
  return BURN_ADDRESSES.has(address)
}

type Known = Omit<Extract<BitcoinAddressResult, { ok: true }>, 'ok'>

const SEGWIT_NETWORKS: Readonly<Record<string, Network>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' }

function readSegwit(address: string): Known | undefined {
  for (const encoding of [bech32, bech32m]) {
    const decoded = encoding.decodeUnsafe(address)
    if (!decoded) continue
    const [version = 17, ...rest] = decoded.words
    const bytes = (encoding.fromWordsUnsafe(rest) || []).length
    const network = SEGWIT_NETWORKS[decoded.prefix]
    // BIP 350: the older checksum for version 0 only, the newer for all others.
    const isRight = (version === 0) === (encoding === bech32) && isWitnessProgram(version, bytes)
    if (network && isRight) return { address, network, type: segwitType(address, version, bytes) }
  }
  return undefined
}

function segwitType(address: string, version: number, bytes: number): BitcoinAddressType {
  if (version === 0) return bytes === 20 ? 'p2wpkh' : 'p2wsh'
  if (version === 1 && bytes === 32) return 'p2tr'
  return ANCHORS.has(address) ? 'p2a' : 'witness-unknown'
}

const BASE58_VERSIONS: Readonly<Record<number, readonly [Network, BitcoinAddressType]>> = {
  0: ['mainnet', 'p2pkh'],
  5: ['mainnet', 'p2sh'],
  111: ['testnet', 'p2pkh'],
  196: ['testnet', 'p2sh'],
}

function readBase58(address: string): Known | undefined {
  const [version = 256, ...hash] = tryOrUndefined(() => base58check.decode(address)) ?? []
  const [network, type] = BASE58_VERSIONS[version] ?? []
  return network && type && hash.length === 20 ? { address, network, type } : undefined
}

/** Why a text is not a destination for bought bitcoin. */
export type RampDestinationProblem =
  | LightningAddressProblem
  | BitcoinAddressProblem
  /** An address of another network: the coins would be lost. */
  | 'wrong_network'
  /** An address of a type that anybody, or nobody, can spend from. */
  | 'unsupported_type'
  /** A `bitcoin:` URI that requires something unknown (`req-…`), which makes it invalid (BIP 21). */
  | 'unknown_requirement'
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
 * `bitcoin:` URI (BIP 21, BIP 321), of which only the address is used. An on-chain address has to be exact, so a form must trim
 * it first. Never throws.
 *
 * @example parseRampDestination('alice@wallet.example') // { ok: true, kind: 'lightning_address', … }
 */
export function parseRampDestination(
  input: string,
  { network: wanted = 'mainnet' }: RampDestinationOptions = {},
): RampDestinationResult {
  const text = readUri(input)
  if (text === undefined) return refuse('unknown_requirement')
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

/**
 * The address of a `bitcoin:` URI, which may be a parameter (BIP 321); any other text as it is. Undefined if the URI
 * requires something that we do not know.
 */
function readUri(input: string): string | undefined {
  const [, address, query] = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(input) ?? []
  if (address === undefined) return input
  const parameters = Array.from(
    new URLSearchParams(query),
    ([key, value]) => [key.toLowerCase(), value] as const,
  )
  if (parameters.some(([key]) => key.startsWith('req-'))) return undefined
  return address || (parameters.find(([key]) => /^(?:bc|tb|bcrt)$/.test(key))?.[1] ?? '')
}

/** Signet has the prefixes of testnet, and so has regtest in base58. */
function isOfNetwork({ address, network }: { address: string; network: Network }, wanted: Network): boolean {
  if (network !== 'testnet') return network === wanted
  return wanted === 'testnet' || wanted === 'signet' || (wanted === 'regtest' && !/^tb1/.test(address))
}
