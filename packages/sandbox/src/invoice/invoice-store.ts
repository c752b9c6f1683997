import type { Network } from '@leyden/core'
import type { InvoiceContent } from '@leyden/lightning/testing'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBoundedMap } from '../bounded-map.js'
import type { Randomness } from '../randomness.js'
import { encodeInvoice } from './encode-invoice.js'

/** An invoice of this sandbox with its preimage. */
export interface IssuedInvoice {
  /** BOLT 11, lower case. */
  request: string
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits. */
  preimage: string
  /** Null if the payer chooses the amount. */
  amountMsat: bigint | null
  /** Unix milliseconds. */
  expiresAtMs: number
  paid: boolean
}

export interface InvoiceTerms extends Pick<InvoiceContent, 'amountMsat' | 'description' | 'expirySeconds'> {
  /** The network. @default the sandbox's */
  network?: Network | undefined
  /** Seconds by which the invoice is back-dated. @default 0 */
  issuedSecondsAgo?: number | undefined
}

/** Every invoice that this sandbox has issued. */
export type InvoiceStore = ReturnType<typeof createInvoiceStore>

/** The maximum number of invoices; the oldest are dropped. */
const KEPT_INVOICES = 50_000

export function createInvoiceStore(options: { network: Network; now: () => number; randomness: Randomness }) {
  const { now, randomness } = options
  const secretKey = randomness.bytes('node key')
  const byRequest = createBoundedMap<IssuedInvoice>(KEPT_INVOICES)
  const byHash = createBoundedMap<IssuedInvoice>(KEPT_INVOICES)

  function issue({ issuedSecondsAgo = 0, network = options.network, ...terms }: InvoiceTerms): IssuedInvoice {
    const preimage = randomness.bytes('preimage')
    const paymentHash = sha256(preimage)
    const paymentSecret = randomness.bytes('payment secret')
    const timestamp = Math.floor(now() / 1000) - issuedSecondsAgo
    const invoice: IssuedInvoice = {
      request: encodeInvoice({ ...terms, network, timestamp, paymentHash, paymentSecret }, secretKey),
      paymentHash: bytesToHex(paymentHash),
      preimage: bytesToHex(preimage),
      amountMsat: terms.amountMsat,
      expiresAtMs: (timestamp + terms.expirySeconds) * 1000,
      paid: false,
    }
    byRequest.set(invoice.request, invoice)
    byHash.set(invoice.paymentHash, invoice)
    return invoice
  }

  return { issue, find: byRequest.get, findByHash: byHash.get }
}

/** Changes one character of an invoice, like a copying error. */
export function corrupt(request: string): string {
  return request.slice(0, -1) + (request.endsWith('q') ? 'p' : 'q')
}
