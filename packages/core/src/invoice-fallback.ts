import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
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
  if (version === undefined) throw badInvoice('field_length', 'a fallback address is empty')
  if (version > P2SH) return undefined
  const bytes = bech32.fromWordsUnsafe(program)
  if (!bytes) throw badInvoice('field_padding', 'a fallback address has stray bits')
  if (!hasRightLength(version, bytes.length))
    throw badInvoice('field_length', 'a fallback address has the wrong length')
  if (version < P2PKH) {
    const encoding = version === 0 ? bech32 : bech32m
    return encoding.encode(SEGWIT_PREFIX[network], [version, ...program])
  }
  return createBase58check(sha256).encode(Uint8Array.of(base58Version(version, network), ...bytes))
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
