import type { IntentReading } from '@leyden/core'
import { satsToMsat } from '@leyden/core/money'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { wholeSats } from '../../foundation/options/option-rule.js'
import { foldAddress } from '../../foundation/query/keys.js'
import type { PayOptions } from '../pay-options.js'
import type { LedgerOrder } from './ledger-order.js'

/**
 * The order that the props of a page ask for, without an intent. Where the page sets no reference, the note and the
 * page's URL distinguish orders too.
 *
 * @param page identifies the page on which the widget was first shown
 */
export function orderOfProps(options: PayOptions, page: string): LedgerOrder {
  const { address, amountSats, description, network, reference } = options
  const sats = wholeSats(amountSats)
  const terms = [address && foldAddress(address), sats && satsToMsat(sats), network]
  const place = reference === undefined ? [description, page] : []
  return { name: oneText('props', reference, ...terms, ...place), reference, ...placesOf(options) }
}

/**
 * The order of a signed intent. Its terms are part of its name: the same reference with another recipient or amount is
 * another order. Another note alone is the same order.
 */
export function orderOfIntent(
  { reference, lnaddress, amount, network }: IntentReading,
  options: Pick<PayOptions, 'network' | 'remember'>,
): LedgerOrder {
  const terms = [lnaddress, BigInt(amount), options.network ?? network]
  return { name: oneText('intent', reference, ...terms), reference, ...placesOf(options) }
}

/** What is stored. Any other value means less, since a page that sets the option wants less. */
export function placesOf({ remember = 'browser' }: Pick<PayOptions, 'remember'>) {
  const isForBrowser = remember === 'browser'
  return { isForBrowser, isStored: isForBrowser || remember === 'tab' }
}

function oneText(...values: (string | bigint | null | undefined)[]): string {
  return JSON.stringify(values.map((value) => (typeof value === 'bigint' ? String(value) : value)))
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
