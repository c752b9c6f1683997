import type { IntentReading } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LedgerOrder } from '../ledger/ledger-order.js'
import { nameOf, placesOf } from '../order-of-props.js'
import type { PayOptions } from '../pay-options.js'

/**
 * The order of a signed intent. Its terms are part of its name: the same reference with another recipient or amount is
 * another order. Another note alone is the same order.
 */
export function orderOfIntent(
  { reference, lnaddress, amount, network }: IntentReading,
  options: Pick<PayOptions, 'network' | 'remember'>,
): LedgerOrder {
  const terms = [lnaddress, BigInt(amount), options.network ?? network]
  return { name: nameOf('intent', reference, ...terms), reference, ...placesOf(options) }
}

/**
 * Query parameters that advertising networks, social networks and newsletters add to links. A page with and without
 * them is the same page. The README lists them.
 */
const TRACKING =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|srsltid|fbclid|igshid|msclkid|ttclid|twclid|yclid|mc_[ce]id|_g[al])$/

/**
 * Identifies a page by the path, query and hash of its URL, without the parameters that are only for statistics. It is
 * a digest, because it is stored, and a URL may contain a secret.
 */
export function pageOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (TRACKING.test(name)) query.delete(name)
  return bytesToHex(sha256(utf8ToBytes(`${pathname}?${query}${hash}`)))
}
