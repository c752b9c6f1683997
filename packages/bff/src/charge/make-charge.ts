import { type Charge, isLeydenError, type LeydenError, type Mode, type Network } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning/invoice'
import type { LookUp } from '../address/look-up.js'
import type { Requester } from '../limits/requester.js'
import type { Log } from '../log.js'
import { furtherFields } from '../provider/pass-on.js'
import type { PayProvider, ProviderCharge } from '../provider/provider.js'
import type { Upstream } from '../provider/upstream.js'
import type { ChargeSubject } from '../store/subject.js'
import { type ChargeTerms, checkRecipient, fitDescription } from './charge-terms.js'
import { checkReply, type MismatchField, mismatch } from './check-reply.js'

export interface MakeChargeOptions {
  pay: PayProvider
  lookUp: LookUp
  upstream: Upstream
  network: Network
  mode: Mode
  /** How long after an invoice's expiry the BFF still watches for a payment. */
  graceMs: number
  /** Timeout for the look-up and the invoice together. */
  timeoutMs: number
  clientId: (ip: string | null) => string | undefined
  now: () => Date
}

export interface Payer {
  /** Whether a signed intent fixes the terms. */
  intent: boolean
  userId: string | undefined
  /** The client's IP address, if the host passes it. */
  ip: string | null
  payerData: Record<string, string> | undefined
}

/**
 * Requests an invoice and returns it only if it matches the request exactly. Does not store it.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, and the errors of the recipient or the upstream server.
 */
export type MakeCharge = (terms: ChargeTerms, payer: Payer, log: Log) => Promise<ChargeSubject>

/** The end of a watch. An invoice may never expire, but its watch has to end. */
const MAX_WATCH_MS = 31 * 86_400_000

export function createMakeCharge(options: MakeChargeOptions): MakeCharge {
  const { pay, lookUp, upstream, network, mode, graceMs, clientId } = options

  return async (terms, { intent, userId, ip, payerData }, log) => {
    const { lnaddress, domain, amountMsat, description, reference } = terms
    const startedAtMs = performance.now()
    const requester: Requester = { trust: intent ? 'signed' : userId === undefined ? 'page' : 'user', ip }
    const recipient = await lookUp(lnaddress, log, requester)
    const { metadata, commentAllowed } = checkRecipient(recipient, terms, payerData)
    const sent = fitDescription(description, { commentAllowed, intent, log })
    // One timeout for both requests, because the page does not wait longer for the invoice.
    const timeoutMs = Math.max(options.timeoutMs - (performance.now() - startedAtMs), 1)

    let reply: ProviderCharge | undefined
    try {
      const request = { lnaddress, amount: String(amountMsat), description: sent, payerData }
      reply = await upstream({ domain, log, timeoutMs, requester }, (options) =>
        pay.createCharge(request, { ...options, metadata }),
      )
      const now = options.now()
      const invoice = checkReply(reply, { terms, network, now })
      const expiresAtMs = invoice.expiresAt * 1000
      const watchUntilMs = Math.min(expiresAtMs, now.getTime() + MAX_WATCH_MS) + graceMs
      return {
        kind: 'charge',
        id: invoice.paymentHash,
        createdAt: now.toISOString(),
        expiresAt: new Date(expiresAtMs).toISOString(),
        watchUntil: new Date(watchUntilMs).toISOString(),
        lnaddress,
        amountMsat: String(amountMsat),
        invoice: invoice.paymentRequest,
        description,
        reference,
        intent,
        userId,
        verifyUrl: reply.verifyUrl,
        client: reply.verifyUrl !== undefined && requester.trust === 'page' ? clientId(ip) : undefined,
        successAction: reply.successAction,
        further: {
          charge: furtherFields(reply, ['lnaddress', 'amount', 'invoice', 'verifyUrl', 'successAction']),
          invoice: furtherFields(reply.invoice, ['uri', 'request']),
        },
        network,
        mode,
      }
    } catch (error) {
      if (!isLeydenError(error) || error.code !== 'INVOICE_MISMATCH') throw error
      const by = pay.party === 'recipient' ? "The recipient's provider" : 'The payment service'
      log.error(mismatchFields(error, terms, reply), `${by} returned a wrong invoice; the BFF rejected it`)
      throw mismatch(error.field as MismatchField, error)
    }
  }
}

/** Both amounts and other details, for an operator. The invoice itself is never logged. */
function mismatchFields(error: LeydenError, terms: ChargeTerms, reply: Charge | undefined): object {
  let invoicedMsat: string | undefined
  try {
    invoicedMsat = String(decodeInvoice(reply?.invoice.request ?? '').amountMsat)
  } catch {
    // The invoice cannot be decoded; `field` shows that.
  }
  const { field, reason, expected, actual } = error
  const amounts = { askedMsat: String(terms.amountMsat), repliedMsat: reply?.amount, invoicedMsat }
  return { field, reason, expected, actual, domain: terms.domain, ...amounts }
}
