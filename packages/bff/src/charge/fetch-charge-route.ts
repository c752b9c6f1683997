import { type AddressValidation, type Charge, isLeydenError, type LeydenError } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning/invoice'
import type { Context, Exchange } from '../context.js'
import { readJson } from '../http/body.js'
import { success } from '../http/reply.js'
import { whoAsks } from '../identity/who-asks.js'
import { readIntent } from '../intent/intent.js'
import type { ProviderCharge } from '../provider/provider.js'
import type { ChargeSubject } from '../store/subject.js'
import { chargeReply } from './charge-reply.js'
import { badField, type ChargeTerms, checkTermsAllowed, readTerms } from './charge-terms.js'
import { checkRecipient } from './check-recipient.js'
import { checkReply, mismatch } from './check-reply.js'
import { firstLook } from './follow-payment.js'
import { openCharge } from './open-charge.js'
import { readPayerData } from './payer-data.js'

const FIELDS = ['lnaddress', 'amount', 'description', 'reference', 'intent', 'payer_data'] as const
/** What a page may say beside an intent. */
const BESIDE_INTENT: readonly string[] = ['intent', 'payer_data']

/** `POST /v0/ln-address/fetch-charge`: a checked, stored and watched charge. */
export async function fetchChargeRoute(context: Context, exchange: Exchange): Promise<Response> {
  const { log, request } = exchange
  const body = await readJson(request, FIELDS)
  const identity = await whoAsks(context, exchange).catch((error) => {
    // A tip needs no user, so it does not wait for one to be found.
    log.warn({ error: isLeydenError(error) ? error.code : String(error) }, 'identify failed for a charge')
    return null
  })
  const userId = identity && 'id' in identity ? identity.id : undefined
  if (exchange.ip) await context.spend('chargesPerMinute', exchange.ip)
  if (userId !== undefined) await context.spend('chargesPerMinute', `user ${userId}`)

  const asker = { operation: 'charge', userId, ip: exchange.ip, body } as const
  const charge = await context.repeats(request, asker, () => chargeFor(context, exchange, body, userId))
  return success(context, charge)
}

async function chargeFor(
  context: Context,
  exchange: Exchange,
  body: Partial<Record<(typeof FIELDS)[number], unknown>>,
  userId: string | undefined,
): Promise<Charge> {
  const payerData = readPayerData(body.payer_data, context.options.pay.takesPayerData ?? false)
  if (body.intent === undefined) {
    const terms = readTerms(body)
    checkTermsAllowed(terms, context.chargeLimits)
    const charge = await makeCharge(context, exchange, terms, { intent: false, userId, payerData })
    await keep(context, exchange, charge)
    return chargeReply(context, charge)
  }
  for (const field of FIELDS)
    if (!BESIDE_INTENT.includes(field) && body[field] !== undefined)
      throw badField(field, 'is fixed by the intent and may not be set beside it')
  const intent = await readIntent(context, body.intent)
  const charge = await openCharge(context, intent, {
    make: () => makeCharge(context, exchange, intent.terms, { intent: true, userId, payerData }),
    log: exchange.log,
  })
  return chargeReply(context, charge)
}

async function keep(context: Context, exchange: Exchange, charge: ChargeSubject): Promise<void> {
  const outcome = await context.store.put(charge, { wakeAt: firstLook(context, charge) })
  if (outcome === 'stored') return
  exchange.log.error(
    { charge: charge.id },
    'The payment service gave an invoice that it had given out before',
  )
  throw mismatch('invoice')
}

/** Asks for an invoice and lets nothing pass that is not exactly what was asked for. */
async function makeCharge(
  context: Context,
  exchange: Exchange,
  terms: ChargeTerms,
  more: { intent: boolean; userId: string | undefined; payerData: Record<string, string> | undefined },
): Promise<ChargeSubject> {
  const { network, mode, log } = { ...context, log: exchange.log }
  const { intent, userId, payerData } = more
  const { lnaddress, domain, amountMsat, description, reference } = terms
  const startedAtMs = performance.now()
  const recipient: AddressValidation = await context.lookUp(lnaddress)
  checkRecipient(recipient, amountMsat, payerData)
  const { metadata } = recipient
  // One deadline for both: nobody waits for an invoice that comes after it.
  const timeoutMs = Math.max(context.timeoutMs - (performance.now() - startedAtMs), 1)

  const request = {
    lnaddress,
    amount: String(amountMsat),
    ...(description !== undefined && { description }),
    ...(payerData !== undefined && { payerData }),
  }
  let reply: ProviderCharge | undefined
  try {
    reply = await context.upstream({ domain, log, timeoutMs }, (signal) =>
      context.options.pay.createCharge(request, { signal, metadata }),
    )
    const now = context.now()
    const invoice = checkReply(reply, { terms, network, now })
    const expiresAtMs = invoice.expiresAt * 1000
    const charge: ChargeSubject = {
      kind: 'charge',
      id: invoice.paymentHash,
      createdAt: now.toISOString(),
      expiresAt: new Date(expiresAtMs).toISOString(),
      watchUntil: new Date(
        Math.min(expiresAtMs, now.getTime() + LONGEST_WATCH_MS) + context.graceMs,
      ).toISOString(),
      lnaddress,
      amountMsat: String(amountMsat),
      invoice: invoice.paymentRequest,
      ...(description !== undefined && { description }),
      ...(reference !== undefined && { reference }),
      intent,
      ...(userId !== undefined && { userId }),
      ...(reply.verifyUrl !== undefined && { verifyUrl: reply.verifyUrl }),
      ...(reply.successAction !== undefined && { successAction: reply.successAction }),
      network,
      mode,
    }
    context.settlementWatch.remember(charge)
    return charge
  } catch (error) {
    if (!isLeydenError(error) || error.code !== 'INVOICE_MISMATCH') throw error
    log.error(
      mismatchFields(error, terms, reply),
      'The payment service gave a wrong invoice, which was dropped',
    )
    throw mismatch(error.field as Parameters<typeof mismatch>[0], error.expected, error.actual)
  }
}

/** An invoice may live for ever; nobody watches it that long. */
const LONGEST_WATCH_MS = 31 * 86_400_000

/** Both amounts and what else tells an operator what happened; the invoice itself is in no log. */
function mismatchFields(error: LeydenError, terms: ChargeTerms, reply: Charge | undefined): object {
  let invoicedMsat: string | undefined
  try {
    invoicedMsat = String(decodeInvoice(reply?.invoice.request ?? '').amountMsat)
  } catch {
    // Unreadable, which `field` says.
  }
  return {
    field: error.field,
    expected: error.expected,
    actual: error.actual,
    domain: terms.domain,
    askedMsat: String(terms.amountMsat),
    repliedMsat: reply?.amount,
    invoicedMsat,
  }
}
