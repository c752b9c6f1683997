import { satsToMsat } from '@leyden/core/money'
import { wholeSats } from '../foundation/card/option-rule.js'
import { foldAddress } from '../foundation/query/keys.js'
import type { LedgerOrder } from './ledger/ledger-order.js'
import type { PayOptions } from './pay-options.js'

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
  return { name: nameOf('props', reference, ...terms, ...place), reference, ...placesOf(options) }
}

/** What is stored. Any other value means less, since a page that sets the option wants less. */
export function placesOf({ remember = 'browser' }: Pick<PayOptions, 'remember'>) {
  const isForBrowser = remember === 'browser'
  return { isForBrowser, isStored: isForBrowser || remember === 'tab' }
}

/** One name for these values. */
export function nameOf(...values: (string | bigint | null | undefined)[]): string {
  return JSON.stringify(values.map((value) => (typeof value === 'bigint' ? String(value) : value)))
}
