import { isLeydenError, type Log, type Mode, type Network } from '@leyden/core'
import type { PayProvider, ProviderCharge } from '@leyden/core/provider'
import type { LookUp } from '../address/look-up.js'
import { siteOf } from '../http/client-ip.js'
import type { Requester } from '../limits/requester.js'
import type { ChargeSubject } from '../store/subject.js'
import type { Tokens } from '../tokens/tokens.js'
import { furtherFields } from '../upstream/pass-on.js'
import type { Upstream } from '../upstream/upstream.js'
import { PARTY_NAMES } from '../upstream/upstream-error.js'
import { type ChargeTerms, checkRecipient, fitDescription } from './charge-terms.js'
import { checkReply, checksOf, type MismatchField, mismatch } from './check-reply.js'

export interface Payer {
  /** Whether a signed intent fixes the terms. */
  intent: boolean
  userId: string | undefined
  /** The client's IP address, if the host passes it. */
  ip: string | null
  payerData: Record<string, string> | undefined
  /** As that of the {@link Requester}. */
  startedAtMs: number
}

/** The end of a watch. An invoice may never expire, but its watch has to end. */
const MAX_WATCH_MS = 31 * 86_400_000

/** The fields of a provider's reply that the BFF reads, so that none of them is stored or sent to a page as it came. */
const KNOWN_FIELDS: readonly (keyof ProviderCharge | 'checked')[] = [
  'lnaddress',
  'amount',
  'invoice',
  'checked',
  'advertised',
  'fromRecipient',
  'verifyUrl',
  'successAction',
]

/** {@link makeCharge} of one BFF. */
export type MakeCharge = (terms: ChargeTerms, payer: Payer, log: Log) => Promise<ChargeSubject>

interface MakeChargeOptions {
  pay: PayProvider
  lookUp: LookUp
  upstream: Upstream
  network: Network
  mode: Mode
  graceMs: number
  tokens: Pick<Tokens, 'pseudonym'>
  now: () => Date
}

/**
 * Requests an invoice and returns it only if it matches the request exactly. Does not store it.
 *
 * @throws LeydenError `INVOICE_MISMATCH`, and the errors of the recipient or the upstream server.
 */
export async function makeCharge(
  options: MakeChargeOptions,
  terms: ChargeTerms,
  { intent, userId, ip, payerData, startedAtMs }: Payer,
  log: Log,
): Promise<ChargeSubject> {
  const { pay, lookUp, upstream, network, mode, graceMs, tokens } = options
  const { lnaddress, domain, amountMsat, description, reference } = terms
  // One timeout for both requests, because the page does not wait longer for the invoice.
  const trust = intent ? 'signed' : userId === undefined ? 'page' : 'user'
  const requester: Requester = { trust, ip, startedAtMs }
  const looked = checkRecipient(await lookUp(lnaddress, log, requester), terms, payerData)
  const { commentAllowed } = looked.terms
  const sent = fitDescription(description, { commentAllowed, intent, log })

  let reply: ProviderCharge | undefined
  try {
    const request = { lnaddress, amount: String(amountMsat), description: sent, payerData }
    reply = await upstream({ domain, log, requester }, (options) =>
      pay.createCharge(request, { ...options, metadata: looked.answer.metadata }),
    )
    const now = options.now()
    const invoice = checkReply(reply, { terms, network, now })
    const expiresAtMs = invoice.expiresAt * 1000
    const watchUntilMs = Math.min(expiresAtMs, now.getTime() + MAX_WATCH_MS) + graceMs
    // Without a provider that asks there, nobody would see the payment.
    const verifyUrl = pay.verify && reply.verifyUrl
    const isPolledForStranger = verifyUrl !== undefined && requester.trust === 'page' && ip !== null
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
      checked: checksOf(reply, { invoice, lnaddress, looked }),
      verifyUrl,
      client: isPolledForStranger ? tokens.pseudonym(siteOf(ip)) : undefined,
      successAction: reply.successAction,
      further: {
        charge: furtherFields(reply, KNOWN_FIELDS),
        invoice: furtherFields(reply.invoice, ['uri', 'request']),
      },
      network,
      mode,
    }
  } catch (error) {
    if (!isLeydenError(error) || error.code !== 'INVOICE_MISMATCH') throw error
    // A provider with two sources names the one that failed.
    const party = error.party ?? pay.party ?? 'service'
    const code = party === 'recipient' ? 'RECIPIENT_PROVIDER_WRONG_INVOICE' : 'PAYMENT_SERVICE_WRONG_INVOICE'
    const { field, reason, expected, actual } = error
    const amounts = { askedMsat: String(amountMsat), repliedMsat: reply?.amount }
    // The invoice itself is never logged.
    log.error(
      { code, field, reason, expected, actual, domain, ...amounts },
      `${PARTY_NAMES[party]} returned a wrong invoice; the BFF rejected it`,
    )
    throw mismatch(error.field as MismatchField, { reason, expected, actual })
  }
}
