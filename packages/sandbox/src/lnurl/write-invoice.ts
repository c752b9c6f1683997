import type { Network } from '@leyden/core'
import { isRecord, parseJson } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '../address/address.js'
import type { InvoiceStore, IssuedInvoice } from '../invoice/invoice-store.js'
import { invoiceTerms } from '../service/charge-terms.js'
import { advertise } from './advertise.js'

/** The parameters of the second request of a payment. */
export interface LnurlOrder {
  amountMsat: bigint
  comment?: string | undefined
  /** Unchanged: the invoice's description hash covers exactly these bytes (LUD-18). */
  payerData?: string | undefined
}

/** Reads the order in a callback's query, or returns why it is refused. */
export function readOrder(address: Address, query: URLSearchParams): LnurlOrder | string {
  const { minSendable, maxSendable, commentAllowed = 0, payerData: demands = {} } = advertise(address)
  const amount = query.get('amount') ?? ''
  if (!/^[1-9]\d{0,18}$/.test(amount)) return 'Amount is missing or no number of millisatoshis.'
  const amountMsat = BigInt(amount)
  if (amountMsat < BigInt(minSendable) || amountMsat > BigInt(maxSendable))
    return `Amount has to be between ${minSendable} and ${maxSendable} millisatoshis.`

  const comment = query.get('comment')
  if (comment !== null && Array.from(comment).length > commentAllowed) return 'Comment is too long.'

  const payerData = query.get('payerdata')
  const given = payerData === null ? {} : parseJson(payerData)
  if (!isRecord(given)) return 'Payer data is no JSON object.'
  const missing = Object.keys(demands).find((kind) => demands[kind]?.mandatory && !given[kind])
  if (missing) return `Payer data lacks ${missing}.`
  const unknown = Object.keys(given).find((kind) => !Object.hasOwn(demands, kind))
  if (unknown) return `Payer data has ${unknown}, which nobody asked for.`
  return { amountMsat, comment: comment ?? undefined, payerData: payerData ?? undefined }
}

export function writeInvoice(
  address: Address,
  order: LnurlOrder,
  services: { invoices: InvoiceStore; network: Network },
): IssuedInvoice {
  const { amountMsat, comment, payerData } = order
  const terms = invoiceTerms({ address, amountMsat, note: comment || undefined }, services.network)
  if (payerData === undefined) return services.invoices.issue(terms)
  const hash = sha256(utf8ToBytes(advertise(address).metadata + payerData))
  return services.invoices.issue({ ...terms, description: { hash } })
}
