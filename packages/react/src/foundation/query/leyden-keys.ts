import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { addressKey, chargeKey, exchangeRateKey, rampSessionKey, scopeKey } from './keys.js'

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
  scope: scopeKey,
  /**
   * The look-up of an address.
   *
   * @param address in any spelling; the key holds the canonical one
   */
  address: addressKey,
  /**
   * The reading of a signed order.
   *
   * @param token is a secret that gives access to the order, so the key holds only its SHA-256
   */
  intent: (scope: string, token: string) =>
    [...scopeKey(scope), 'intent', bytesToHex(sha256(utf8ToBytes(token)))] as const,
  /**
   * The price of one bitcoin.
   *
   * @param currency ISO 4217
   */
  exchangeRate: exchangeRateKey,
  /** The mutations that request an invoice. */
  charge: chargeKey,
  /** The mutations that make a ramp session. */
  rampSession: rampSessionKey,
}
