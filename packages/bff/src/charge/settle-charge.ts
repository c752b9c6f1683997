import { type Evidence, LeydenError, type WatchState } from '@leyden/core'
import { checkPreimage } from '@leyden/core/invoice'
import type { Context } from '../context.js'
import { publicState } from '../watch/history.js'
import { CHARGE_PAID } from './charge-history.js'
import { badField } from './charge-terms.js'
import { successNote } from './success-note.js'

export interface Settlement {
  /** 64 hex digits. */
  paymentHash: string
  /** 64 hex digits whose SHA-256 is the payment hash. */
  preimage?: string
}

/**
 * Writes down that a charge was paid, once, whoever says so first; afterwards it changes nothing.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_FOUND`.
 */
export async function settleCharge(
  context: Context,
  { paymentHash, preimage }: Settlement,
  evidence: Evidence,
): Promise<WatchState> {
  if (!/^[0-9a-f]{64}$/i.test(paymentHash)) throw badField('payment_hash', 'must be 64 hex digits')
  const id = paymentHash.toLowerCase()
  if (preimage !== undefined && !checkPreimage(preimage, id))
    throw badField('preimage', 'does not hash to the payment hash')
  const charge = await context.store.get(id)
  if (charge?.kind !== 'charge') throw new LeydenError('NOT_FOUND', 'There is no such charge.')
  const success = await successNote(charge.successAction, preimage)
  await context.store.append(id, {
    key: CHARGE_PAID,
    // The first evidence stands; another one is no contradiction.
    hash: CHARGE_PAID,
    type: CHARGE_PAID,
    at: context.now(),
    facts: {
      evidence,
      ...(preimage !== undefined && { preimage: preimage.toLowerCase() }),
      ...(success !== null && { success }),
    },
    deliver: context.options.onEvent !== undefined,
  })
  context.outbox.nudge()
  return publicState(context, charge)
}
