import { LeydenError } from '@leyden/core'
import type { Context } from '../context.js'
import { intentExpired, type ReadIntent } from '../intent/intent.js'
import type { Log } from '../log.js'
import type { ChargeSubject } from '../store/subject.js'
import { badField, type ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import { firstLook } from './follow-payment.js'
import { chargesOf, firstPaid, slotOf } from './reference-charges.js'

interface Making {
  make: () => Promise<ChargeSubject>
  log: Log
}

/** Charges that are being made, by reference and terms. */
const underWay = new WeakMap<Context, Map<string, Promise<ChargeSubject>>>()

/**
 * The one open charge of an intent's reference: the same again while it can be paid, also when the intent has run
 * out; a new one after it has expired, while the intent is good; and none once the reference is paid. Two tabs of one
 * order so get one invoice, and nobody pays twice. Requests that come at the same time share one request upstream.
 *
 * @throws LeydenError `ALREADY_PAID`, `INTENT_EXPIRED`, `BAD_REQUEST` with field `intent`.
 */
export async function openCharge(
  context: Context,
  intent: ReadIntent,
  making: Making,
): Promise<ChargeSubject> {
  const { terms, reference, expiresAt } = intent
  if (context.now() >= expiresAt) {
    const newest = await newestUnpaid(context, reference)
    if (newest && isOpen(context, newest) && hasTerms(newest, terms)) return newest
    throw intentExpired()
  }
  const shared = underWay.get(context) ?? new Map<string, Promise<ChargeSubject>>()
  underWay.set(context, shared)
  const key = JSON.stringify([reference, terms.lnaddress, String(terms.amountMsat), terms.description])
  const known = shared.get(key)
  if (known) return known
  const charge = findOrMake(context, intent, making).finally(() => shared.delete(key))
  shared.set(key, charge)
  return charge
}

async function findOrMake(
  context: Context,
  { terms, reference }: ReadIntent,
  { make, log }: Making,
): Promise<ChargeSubject> {
  // Twice: what another process has put there meanwhile is taken instead of our own.
  for (let round = 0; round < 2; round++) {
    const newest = await newestUnpaid(context, reference)
    if (newest && isOpen(context, newest)) {
      if (hasTerms(newest, terms)) return newest
      throw badField('intent', 'has other terms than the open charge of its reference')
    }
    const replaces = newest && { replaces: newest.id }
    const charge: ChargeSubject = { ...(await make()), ...replaces }
    const wakeAt = firstLook(context, charge)
    const outcome = await context.store.put(charge, { slot: slotOf(reference), wakeAt, ...replaces })
    if (outcome === 'stored') return charge
    if (outcome === 'id_taken') {
      log.error({ charge: charge.id }, 'The payment service gave an invoice that it had given out before')
      throw mismatch('invoice')
    }
  }
  throw new LeydenError('SERVICE_UNAVAILABLE', 'This order is being opened elsewhere; try again.')
}

/** The newest charge of a reference. A payment of any of them, however late, pays the order. */
async function newestUnpaid({ store }: Context, reference: string): Promise<ChargeSubject | undefined> {
  const charges = await chargesOf(store, reference)
  if (firstPaid(charges))
    throw new LeydenError('ALREADY_PAID', 'The order that the shop signed this intent for is already paid.', {
      field: 'intent',
    })
  return charges[0]?.charge
}

function isOpen({ now }: Context, charge: ChargeSubject): boolean {
  return now().getTime() < Date.parse(charge.expiresAt)
}

/** Whether a charge is over exactly what an intent fixes. */
export function hasTerms(charge: ChargeSubject, terms: ChargeTerms): boolean {
  return (
    charge.lnaddress === terms.lnaddress &&
    charge.amountMsat === String(terms.amountMsat) &&
    charge.description === terms.description
  )
}
