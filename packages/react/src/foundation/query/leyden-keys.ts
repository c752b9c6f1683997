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
  /** Everything of Leyden. */
  all: ['leyden'] as const,
  /** Everything of one BFF. */
  scope: (scope: string) => ['leyden', withoutSlash(scope)] as const,
  /**
   * The look-up of an address.
   *
   * @param address in any spelling; the key holds the canonical one
   */
  address: (scope: string, address: string) =>
    ['leyden', withoutSlash(scope), 'address', foldAddress(address)] as const,
  /**
   * The reading of a signed order.
   *
   * @param token is a secret that gives access to the order, so the key holds only its SHA-256
   */
  intent: (scope: string, token: string) =>
    ['leyden', withoutSlash(scope), 'intent', bytesToHex(sha256(utf8ToBytes(token)))] as const,
  /**
   * The price of one bitcoin.
   *
   * @param currency ISO 4217
   */
  exchangeRate: (scope: string, currency: string) =>
    ['leyden', withoutSlash(scope), 'exchange-rate', currency] as const,
  /** The mutations that request an invoice. */
  charge: (scope: string) => ['leyden', withoutSlash(scope), 'charge'] as const,
  /** The mutations that make a ramp session. */
  rampSession: (scope: string) => ['leyden', withoutSlash(scope), 'ramp-session'] as const,
}

/** The canonical spelling of an address; a text that is no address stays as it is. */
export function foldAddress(text: string): string {
  const parsed = parseLightningAddress(readPastedText(text).text)
  return parsed.ok ? parsed.address : text
}

/** Normalizes a scope as a client normalizes its `baseUrl`. */
function withoutSlash(scope: string): string {
  return scope.replace(/\/+$/, '')
}
