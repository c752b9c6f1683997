import { LeydenError, type Log } from '@leyden/core'
import { badField } from '../http/bad-field.js'
import { intentExpired, type ReadIntent } from '../intent/intent.js'
import type { SettlementWatch } from '../settlement/settlement-watch.js'
import { singleFlight } from '../single-flight.js'
import type { PutOptions, Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import type { ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import { firstPollAt } from './follow-payment.js'
import type { MakeCharge, Payer } from './make-charge.js'
import { chargesOf, firstPaid, slotOf } from './reference-charges.js'

/** Creates charges and stores them, which starts their watch. */
export type Charges = ReturnType<typeof createCharges>

interface ChargesOptions {
  store: Store
  makeCharge: MakeCharge
  settlementWatch: SettlementWatch
  now: () => Date
}

export function createCharges({ store, makeCharge, settlementWatch, now }: ChargesOptions) {
  const openOnce = singleFlight<ChargeSubject>()

  const isOpen = (charge: ChargeSubject) => now().getTime() < Date.parse(charge.expiresAt)

  /** @returns undefined if another charge has the slot. */
  async function put(
    charge: ChargeSubject,
    options: PutOptions,
    log: Log,
  ): Promise<ChargeSubject | undefined> {
    const outcome = await store.put(charge, { ...options, wakeAt: firstPollAt(charge, settlementWatch) })
    if (outcome === 'slot_taken') return undefined
    if (outcome === 'id_taken') {
      log.error(
        { code: 'INVOICE_REUSED', charge: charge.id },
        'The payment service returned the same invoice for two requests; the BFF rejected it',
      )
      throw mismatch('invoice')
    }
    settlementWatch.remember(charge)
    return charge
  }

  /** The newest charge of a reference. A payment of any of them, however late, pays the order. */
  async function newestUnpaid(reference: string): Promise<ChargeSubject | undefined> {
    const charges = await chargesOf(store, reference)
    if (firstPaid(charges))
      throw new LeydenError(
        'ALREADY_PAID',
        'The order that the shop signed this intent for is already paid.',
        { field: 'intent' },
      )
    return charges[0]?.charge
  }

  return {
    /**
     * Creates a charge whose terms a page has set.
     *
     * @throws LeydenError `INVOICE_MISMATCH` also for an invoice that was stored before.
     */
    async once(terms: ChargeTerms, payer: Payer, log: Log): Promise<ChargeSubject> {
      const charge = await makeCharge(terms, payer, log)
      await put(charge, {}, log)
      return charge
    },

    /**
     * Returns the one open charge of an intent's reference: the existing one while it can be paid, even if the intent has
     * expired; a new one after that one has expired, while the intent is valid; and none once the reference is paid. So
     * two tabs with one order get the same invoice, and nobody pays twice.
     *
     * @throws LeydenError `ALREADY_PAID`, `INTENT_EXPIRED`, `BAD_REQUEST` with field `intent`.
     */
    ofIntent({ terms, reference, expiresAt }: ReadIntent, payer: Payer, log: Log): Promise<ChargeSubject> {
      const { lnaddress, amountMsat, description } = terms
      const key = JSON.stringify([reference, lnaddress, String(amountMsat), description])
      return openOnce(key, async () => {
        const newest = await newestUnpaid(reference)
        const current = newest && isOpen(newest) ? newest : undefined
        if (current && hasTerms(current, terms)) return current
        if (now() >= expiresAt) throw intentExpired()
        if (current) throw badField('intent', 'has other terms than the open charge of its reference')
        const charge = { ...(await makeCharge(terms, payer, log)), replaces: newest?.id }
        return put(charge, { slot: slotOf(reference), replaces: newest?.id }, log)
      })
    },
  }
}

/** Whether a charge has exactly the terms of an intent. */
export function hasTerms(charge: ChargeSubject, terms: ChargeTerms): boolean {
  return (
    charge.lnaddress === terms.lnaddress &&
    charge.amountMsat === String(terms.amountMsat) &&
    charge.description === terms.description
  )
}
