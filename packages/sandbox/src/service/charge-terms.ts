import type { Network } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '../address/address.js'
import { recipientOf } from '../address/recipient.js'
import type { InvoiceTerms } from '../invoice/invoice-store.js'
import { own } from '../own.js'

/** The requested terms of a charge. */
export interface ChargeOrder {
  address: Address
  amountMsat: bigint
  note?: string | undefined
}

/** Issues the invoice for an order, or the wrong one that the user name simulates. */
export function invoiceTerms(order: ChargeOrder, network: Network): InvoiceTerms {
  const { address, amountMsat } = order
  const mistakes: Record<string, Partial<InvoiceTerms>> = {
    wrongamount: { amountMsat: amountMsat * 10n },
    amountless: { amountMsat: null },
    // The most costly mistakes: a test invoice in a live shop, a live one in a test.
    wrongnetwork: { network: network === 'mainnet' ? 'regtest' : 'mainnet' },
    expired: { issuedSecondsAgo: 7200 },
  }
  const terms = { amountMsat, description: describe(order), expirySeconds: lifeOf(address.user) }
  return { ...terms, ...own(mistakes, address.user) }
}

/** The hash of the metadata (LUD-06), or the provider's own text for recipients of that kind. */
function describe(order: ChargeOrder): InvoiceTerms['description'] {
  const recipient = recipientOf(order.address)
  if (recipient.plainDescription === undefined)
    return { hash: sha256(utf8ToBytes(recipient.metadata.metadata)) }
  return { text: shorten(order.note || recipient.plainDescription) }
}

/** Cuts a description to 639 bytes, the maximum in an invoice; a character may have four. */
function shorten(text: string): string {
  return Array.from(text).slice(0, 159).join('')
}

/** The expiry in seconds: an hour; for `shortlived` 5 seconds, for `shortlived-20` 20 seconds. */
function lifeOf(user: string): number {
  const match = /^shortlived(?:-(\d{1,7}))?$/.exec(user)
  return match ? Number(match[1] ?? 5) : 3600
}
