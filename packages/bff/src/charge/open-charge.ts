import { LeydenError } from '@leyden/core'
import type { Context } from '../context.js'
import type { Log } from '../log.js'
import type { ChargeSubject } from '../store/subject.js'
import { publicState } from '../watch/history.js'
import { badField, type ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import { firstLook } from './follow-payment.js'

/** Bounds the work where an order is opened again and again and never paid. */
const MOST_REPLACED = 100

interface Making {
  make: () => Promise<ChargeSubject>
  log: Log
}

/**
 * The one open charge of a slot: the same again while it can be paid, a new one after it has expired, and none
 * once it is paid. Two tabs of one order so get one invoice, and nobody pays twice.
 *
 * @throws LeydenError `BAD_REQUEST` with field `intent`.
 */
export async function openCharge(
  context: Context,
  slot: string,
  terms: ChargeTerms,
  { make, log }: Making,
): Promise<ChargeSubject> {
  // Twice: what another request or process has put there meanwhile is taken instead of our own.
  for (let round = 0; round < 2; round++) {
    const holder = await context.store.holder(slot)
    if (holder?.kind === 'charge') {
      if (await wasPaidBefore(context, holder)) throw paidAlready()
      const open = await reusable(context, holder, terms)
      if (open) return open
    }
    const charge: ChargeSubject = { ...(await make()), ...(holder && { replaces: holder.id }) }
    const outcome = await context.store.put(charge, {
      slot,
      wakeAt: firstLook(charge),
      ...(holder && { replaces: holder.id }),
    })
    if (outcome === 'stored') return charge
    if (outcome === 'id_taken') {
      log.error({ charge: charge.id }, 'The payment service gave an invoice that it had given out before')
      throw mismatch('invoice')
    }
  }
  throw new LeydenError('SERVICE_UNAVAILABLE', 'This order is being opened elsewhere; try again.')
}

async function reusable(
  context: Context,
  charge: ChargeSubject,
  terms: ChargeTerms,
): Promise<ChargeSubject | null> {
  const hasEnded = context.now().getTime() >= Date.parse(charge.expiresAt)
  const { status } = await publicState(context, charge)
  if (status === 'paid' && hasEnded) throw paidAlready()
  if (status !== 'paid' && hasEnded) return null
  const isSame =
    charge.lnaddress === terms.lnaddress &&
    charge.amountMsat === String(terms.amountMsat) &&
    charge.description === terms.description
  if (isSame) return charge
  throw badField('intent', 'has other terms than the open charge of its reference')
}

/** Whether a charge that had expired before this one was made has been paid after all, by a payment that was slow. */
async function wasPaidBefore(context: Context, { replaces }: ChargeSubject): Promise<boolean> {
  let id = replaces
  for (let looked = 0; id !== undefined && looked < MOST_REPLACED; looked++) {
    const earlier = await context.store.get(id)
    if (earlier?.kind !== 'charge') return false
    if ((await publicState(context, earlier)).status === 'paid') return true
    id = earlier.replaces
  }
  return false
}

function paidAlready(): LeydenError {
  return badField('intent', 'is for an order that has been paid already')
}
