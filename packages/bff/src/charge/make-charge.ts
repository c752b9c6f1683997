import { type Charge, isLeydenError, type LeydenError, type Mode, type Network } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning/invoice'
import type { LookUp } from '../address/look-up.js'
import type { Log } from '../log.js'
import type { PayProvider, ProviderCharge } from '../provider/provider.js'
import type { Upstream } from '../provider/upstream.js'
import type { ChargeSubject } from '../store/subject.js'
import { type ChargeTerms, checkRecipient } from './charge-terms.js'
import { checkReply, type MismatchField, mismatch } from './check-reply.js'

export interface MakeChargeOptions {
  pay: PayProvider
  lookUp: LookUp
  upstream: Upstream
  network: Network
  mode: Mode
  /** How long after an invoice's expiry a payment is still looked for. */
  graceMs: number
  /** For the look-up and the invoice together. */
  timeoutMs: number
  now: () => Date
}

export interface Payer {
  /** Whether a signed intent fixes the terms. */
  intent: boolean
  userId: string | undefined
  payerData: Record<string, string> | undefined
}

/**
 * Asks for an invoice, and returns only what is exactly what was asked for. It is not stored yet.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, and what the recipient and the upstream refuse.
 */
export type MakeCharge = (terms: ChargeTerms, payer: Payer, log: Log) => Promise<ChargeSubject>

/** An invoice may live for ever; nobody watches it that long. */
const MAX_WATCH_MS = 31 * 86_400_000

export function createMakeCharge(options: MakeChargeOptions): MakeCharge {
  const { pay, lookUp, upstream, network, mode, graceMs } = options

  return async (terms, { intent, userId, payerData }, log) => {
    const { lnaddress, domain, amountMsat, description, reference } = terms
    const startedAtMs = performance.now()
    const recipient = await lookUp(lnaddress)
    checkRecipient(recipient, amountMsat, payerData)
    const { metadata } = recipient
    // One deadline for both: nobody waits for an invoice that comes after it.
    const timeoutMs = Math.max(options.timeoutMs - (performance.now() - startedAtMs), 1)

    let reply: ProviderCharge | undefined
    try {
      const request = { lnaddress, amount: String(amountMsat), description, payerData }
      reply = await upstream({ domain, log, timeoutMs }, (signal) =>
        pay.createCharge(request, { signal, metadata }),
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
        successAction: reply.successAction,
        network,
        mode,
      }
    } catch (error) {
      if (!isLeydenError(error) || error.code !== 'INVOICE_MISMATCH') throw error
      log.error(
        mismatchFields(error, terms, reply),
        'The payment service gave a wrong invoice, which was dropped',
      )
      throw mismatch(error.field as MismatchField, error.expected, error.actual)
    }
  }
}

/** Both amounts and what else tells an operator what happened; the invoice itself is never logged. */
function mismatchFields(error: LeydenError, terms: ChargeTerms, reply: Charge | undefined): object {
  let invoicedMsat: string | undefined
  try {
    invoicedMsat = String(decodeInvoice(reply?.invoice.request ?? '').amountMsat)
  } catch {
    // Unreadable, which `field` says.
  }
  const { field, expected, actual } = error
  const { domain, amountMsat } = terms
  return {
    field,
    expected,
    actual,
    domain,
    askedMsat: String(amountMsat),
    repliedMsat: reply?.amount,
    invoicedMsat,
  }
}
