import { encodeBase58Check } from './base58.js'
import { bytesOfWords, encodeBech32 } from './bech32.js'
import { badInvoice } from './invoice-problem.js'
import type { Network } from './wire.js'

const SEGWIT_PREFIX: Readonly<Record<Network, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  signet: 'tb',
  regtest: 'bcrt',
}

const P2PKH = 17
const P2SH = 18

/**
 * The on-chain address of an `f` field, or undefined for a version that nobody has given a meaning yet, which
 * BOLT 11 has readers skip.
 */
export function fallbackAddress(words: readonly number[], network: Network): string | undefined {
  const [version, ...program] = words
  if (version === undefined) throw badInvoice('field_length')
  if (version > P2SH) return undefined
  const bytes = bytesOfWords(program)
  if (!bytes) throw badInvoice('field_padding')
  if (!hasRightLength(version, bytes.length)) throw badInvoice('field_length')
  if (version < P2PKH)
    return encodeBech32(
      { prefix: SEGWIT_PREFIX[network], words: [version, ...program] },
      version === 0 ? 'bech32' : 'bech32m',
    )
  return encodeBase58Check(Uint8Array.of(base58Version(version, network), ...bytes))
}

function hasRightLength(version: number, length: number): boolean {
  if (version >= P2PKH) return length === 20
  if (version === 0) return length === 20 || length === 32
  return length >= 2 && length <= 40
}

function base58Version(version: number, network: Network): number {
  if (network === 'mainnet') return version === P2PKH ? 0 : 5
  return version === P2PKH ? 111 : 196
}
