import type { Network } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '../address/address.js'
import { recipientOf } from '../address/recipient.js'
import type { InvoiceTerms } from '../invoice/invoice-store.js'
import { own } from '../reply.js'

/** The requested terms of a charge. */
export interface ChargeOrder {
  address: Address
  amountMsat: bigint
  note?: string | undefined
  /** The JSON as it was sent: the invoice's description hash covers exactly these bytes (LUD-18). */
  payerData?: string | undefined
}

/** Parses an amount in millisatoshis; null if it is none. */
export function parseAmount(amount: unknown): bigint | null {
  return typeof amount === 'string' && /^[1-9]\d{0,18}$/.test(amount) ? BigInt(amount) : null
}

/** Why a recipient refuses an order, with the payer data that came with it; null if it accepts. */
export function refuseOrder(order: ChargeOrder, payerData: Record<string, unknown> = {}): string | null {
  const { minSendable, maxSendable, payerData: demands = {} } = recipientOf(order.address).metadata
  if (order.amountMsat < BigInt(minSendable) || order.amountMsat > BigInt(maxSendable))
    return `amount has to be between ${minSendable} and ${maxSendable} millisatoshis.`
  const missing = Object.keys(demands).find((kind) => demands[kind]?.mandatory && !payerData[kind])
  return missing ? `The recipient wants to know the payer's ${missing}.` : null
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

/** The hash of the metadata (LUD-06), or the provider's own text for recipients of that kind. */
function describe({ address, note, payerData }: ChargeOrder): InvoiceTerms['description'] {
  const { metadata, plainDescription } = recipientOf(address)
  if (plainDescription === undefined || payerData !== undefined)
    return { hash: sha256(utf8ToBytes(metadata.metadata + (payerData ?? ''))) }
  // 639 bytes are the maximum in an invoice; a character may have four.
  const characters = Array.from(note || plainDescription).slice(0, 159)
  return { text: characters.join('') }
}

/** The expiry in seconds: an hour; for `shortlived` 5 seconds, for `shortlived-20` 20 seconds. */
function lifeOf(user: string): number {
  const match = /^shortlived(?:-(\d{1,7}))?$/.exec(user)
  return match ? Number(match[1] ?? 5) : 3600
}
