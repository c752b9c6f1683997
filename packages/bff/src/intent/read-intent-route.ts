import type { ChargeState, IntentCharge, IntentReading } from '@leyden/core'
import { chargeHistory } from '../charge/charge-history.js'
import { chargeReply } from '../charge/charge-reply.js'
import { hasTerms } from '../charge/open-charge.js'
import { chargesOf, firstPaid, type ReferenceCharge } from '../charge/reference-charges.js'
import type { Context, Exchange } from '../context.js'
import { readJson } from '../http/body.js'
import { success } from '../http/reply.js'
import { readIntent } from './intent.js'

/** `POST /v0/intent` with `{ intent }`: what it says, and the charge of its reference. Asks nobody upstream. */
export async function readIntentRoute(context: Context, exchange: Exchange): Promise<Response> {
  const body = await readJson(exchange.request, ['intent'])
  if (exchange.ip) await context.spend('lookUpsPerMinute', `intent ${exchange.ip}`)
  const { terms, reference, expiresAt } = await readIntent(context, body.intent)
  const { mode, network } = context
  const reading: IntentReading = {
    lnaddress: terms.lnaddress,
    amount: String(terms.amountMsat),
    reference,
    expires_at: expiresAt.toISOString(),
    mode,
    network,
  }
  if (terms.description !== undefined) reading.description = terms.description
  const charges = await chargesOf(context.store, reference)
  const newest = charges[0]
  // Nobody is to pay the invoice of an earlier price; but a payment pays the order, whatever its price was.
  const charge = firstPaid(charges) ?? (newest && hasTerms(newest.charge, terms) ? newest : undefined)
  if (charge) reading.charge = intentCharge(context, charge)
  return success(context, reading)
}

function intentCharge(context: Context, { charge, events }: ReferenceCharge): IntentCharge {
  const state = chargeHistory(charge, events, context.now()).at(-1)?.state as ChargeState
  return { ...chargeReply(context, charge), created_at: charge.createdAt, state }
}
