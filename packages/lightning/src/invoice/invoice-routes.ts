import type { Network } from '@leyden/core'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import { base58check } from '../address/address-encoding.js'
import { HOP_BYTES, readFallback, readHops, type TaggedField } from './invoice-fields.js'

/** One hop of a private route to the payee (BOLT 11, field `r`). */
export interface RouteHint {
  /** The node's public key, hex. */
  pubkey: string
  /** Short channel id, as `block x transaction x output`. */
  scid: string
  /** Millisatoshis for each payment. */
  feeBaseMsat: number
  /** Millionths of the amount. */
  feePpm: number
  /** Blocks that the hop needs. */
  cltvDelta: number
}

/** Other ways to pay an invoice, which wallets use and pages do not show. */
export interface InvoiceRoutes {
  /** On-chain addresses. */
  fallbackAddresses: string[]
  /** Private routes to the payee, each with its hops in order. */
  routeHints: RouteHint[][]
}

export function readRoutes(fields: readonly TaggedField[], network: Network): InvoiceRoutes {
  const of = (letter: string) => fields.filter(([type]) => type === letter)
  return {
    fallbackAddresses: of('f').flatMap(([, words]) => fallbackAddress(words, network) ?? []),
    routeHints: of('r').map(([, words]) => routeHints(readHops(words))),
  }
}

const SEGWIT_PREFIX: Readonly<Record<Network, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  signet: 'tb',
  regtest: 'bcrt',
}

const P2PKH = 17

function fallbackAddress(words: readonly number[], network: Network): string | undefined {
  const program = readFallback(words)
  const [version = 0] = words
  if (!program) return undefined
  if (version < P2PKH) return (version === 0 ? bech32 : bech32m).encode(SEGWIT_PREFIX[network], [...words])
  return base58check.encode(Uint8Array.of(base58Version(version, network), ...program))
}

function base58Version(version: number, network: Network): number {
  if (network === 'mainnet') return version === P2PKH ? 0 : 5
  return version === P2PKH ? 111 : 196
}

function routeHints(bytes: Uint8Array): RouteHint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / HOP_BYTES }, (_, hop) => {
    const at = hop * HOP_BYTES
    const block = view.getUint32(at + 33) >>> 8
    const transaction = view.getUint32(at + 36) >>> 8
    const output = view.getUint16(at + 39)
    return {
      pubkey: bytesToHex(bytes.subarray(at, at + 33)),
      scid: `${block}x${transaction}x${output}`,
      feeBaseMsat: view.getUint32(at + 41),
      feePpm: view.getUint32(at + 45),
      cltvDelta: view.getUint16(at + 49),
    }
  })
}
