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

export interface InvoiceTerms {
  amountMsat: bigint | null
  description: InvoiceContent['description']
  /** The network. @default the sandbox's */
  network?: Network | undefined
  /** @default 3600 */
  expirySeconds?: number | undefined
  /** Seconds by which the invoice is back-dated. */
  issuedSecondsAgo?: number | undefined
}

/** Every invoice that this sandbox has issued. */
export type InvoiceStore = ReturnType<typeof createInvoiceStore>

/** The maximum number of invoices; the oldest are dropped. */
export const KEPT_INVOICES = 50_000

export function createInvoiceStore(options: { network: Network; now: () => number; randomness: Randomness }) {
  const { now, randomness } = options
  const secretKey = randomness.bytes('node key')
  const issued = createBoundedMap<IssuedInvoice>(KEPT_INVOICES)

  function issue(terms: InvoiceTerms): IssuedInvoice {
    const preimage = randomness.bytes('preimage')
    const paymentHash = sha256(preimage)
    const timestamp = Math.floor(now() / 1000) - (terms.issuedSecondsAgo ?? 0)
    const expirySeconds = terms.expirySeconds ?? 3600
    const request = encodeInvoice(
      {
        network: terms.network ?? options.network,
        amountMsat: terms.amountMsat,
        timestamp,
        expirySeconds,
        paymentHash,
        paymentSecret: randomness.bytes('payment secret'),
        description: terms.description,
      },
      secretKey,
    )
    const invoice: IssuedInvoice = {
      request,
      paymentHash: bytesToHex(paymentHash),
      preimage: bytesToHex(preimage),
      amountMsat: terms.amountMsat,
      expiresAtMs: (timestamp + expirySeconds) * 1000,
      paid: false,
    }
    issued.set(request, invoice)
    return invoice
  }

  return { issue, find: issued.get }
}

/** Changes one character of an invoice, like a copying error. */
export function corrupt(request: string): string {
  return request.slice(0, -1) + (request.endsWith('q') ? 'p' : 'q')
}
