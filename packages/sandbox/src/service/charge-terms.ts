import type { Network } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '../address/address.js'
import { recipientOf } from '../address/recipient.js'
import type { InvoiceTerms } from '../invoice/invoice-store.js'
import { own } from '../own.js'

/** A charge as it was asked for. */
export interface ChargeOrder {
  address: Address
  amountMsat: bigint
  note?: string | undefined
}

/** The invoice for an order, or the wrong one that the user name simulates. */
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

/** The hash of what the address advertises (LUD-06), or the provider's own line where it is of that kind. */
function describe(order: ChargeOrder): InvoiceTerms['description'] {
  const recipient = recipientOf(order.address)
  if (recipient.plainDescription === undefined)
    return { hash: sha256(utf8ToBytes(recipient.metadata.metadata)) }
  return { text: shorten(order.note || recipient.plainDescription) }
}

/** An invoice holds 639 bytes of description; a character may take four. */
function shorten(text: string): string {
  return Array.from(text).slice(0, 159).join('')
}

/** An hour; `shortlived` expires after 5 seconds, `shortlived-20` after 20. */
function lifeOf(user: string): number {
  const match = /^shortlived(?:-(\d{1,7}))?$/.exec(user)
  return match ? Number(match[1] ?? 5) : 3600
}
