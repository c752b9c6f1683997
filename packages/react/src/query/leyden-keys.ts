import { parseLightningAddress, readPastedText } from '@leyden/lightning/address'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The keys of all queries and mutations of the widgets: for `invalidateQueries`, filters and the devtools. `scope` is
 * the `bffUrl` as the page writes it, so that a server and a page that reach the BFF by different URLs share answers.
 *
 * ```ts
 * queryClient.invalidateQueries({ queryKey: leydenKeys.address('/api/leyden', 'alice@wallet.example') })
 * ```
 */
export const leydenKeys = {
  all: ['leyden'] as const,
  scope: (scope: string) => ['leyden', withoutSlash(scope)] as const,
  /** @param address in any spelling; the key holds the folded one. */
  address: (scope: string, address: string) =>
    ['leyden', withoutSlash(scope), 'address', foldAddress(address)] as const,
  /** @param token opens an order, so the key holds its SHA-256 only. */
  intent: (scope: string, token: string) =>
    ['leyden', withoutSlash(scope), 'intent', bytesToHex(sha256(utf8ToBytes(token)))] as const,
  /** The mutations that ask for an invoice. */
  charge: (scope: string) => ['leyden', withoutSlash(scope), 'charge'] as const,
  /** The mutations that make a ramp session. */
  rampSession: (scope: string) => ['leyden', withoutSlash(scope), 'ramp-session'] as const,
}

/** The canonical spelling of an address; a text that is no address stays as it is. */
export function foldAddress(text: string): string {
  const parsed = parseLightningAddress(readPastedText(text).text)
  return parsed.ok ? parsed.address : text
}

/** Normalizes it as a client does with its `baseUrl`. */
function withoutSlash(scope: string): string {
  return scope.replace(/\/+$/, '')
}
