import { LeydenError } from '@leyden/core'
import { badField } from '../http/bad-field.js'
import { intentExpired, type ReadIntent } from '../intent/intent.js'
import type { Log } from '../log.js'
import type { SettlementWatch } from '../settlement/settlement-watch.js'
import type { PutOptions, Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import type { ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import { firstLook } from './follow-payment.js'
import { chargesOf, firstPaid, slotOf } from './reference-charges.js'

/** Stores charges. */
export type OpenCharge = ReturnType<typeof createOpenCharge>

type Make = () => Promise<ChargeSubject>

/** Stores charges, which starts their watch. */
export function createOpenCharge(store: Store, settlementWatch: SettlementWatch, now: () => Date) {
  /** Charges that are being created, by reference and terms. */
  const pending = new Map<string, Promise<ChargeSubject>>()

  const isOpen = (charge: ChargeSubject) => now().getTime() < Date.parse(charge.expiresAt)

  /** @returns false if another charge has the slot. */
  async function put(charge: ChargeSubject, options: PutOptions, log: Log): Promise<boolean> {
    const outcome = await store.put(charge, { ...options, wakeAt: firstLook(charge, settlementWatch) })
    if (outcome === 'stored') settlementWatch.remember(charge)
    if (outcome !== 'id_taken') return outcome === 'stored'
    log.error(
      { charge: charge.id },
      'The payment service returned the same invoice for two requests; the BFF rejected it',
    )
    throw mismatch('invoice')
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

  async function findOrMake({ terms, reference }: ReadIntent, make: Make, log: Log): Promise<ChargeSubject> {
    // Try twice: if another process stores a charge in the meantime, the second attempt finds it.
    for (let round = 0; round < 2; round++) {
      const newest = await newestUnpaid(reference)
      if (newest && isOpen(newest)) {
        if (hasTerms(newest, terms)) return newest
        throw badField('intent', 'has other terms than the open charge of its reference')
      }
      const replaces = newest?.id
      const charge = { ...(await make()), replaces }
      if (await put(charge, { slot: slotOf(reference), replaces }, log)) return charge
    }
    throw new LeydenError('RATE_LIMITED', 'Another request is creating a charge for this order. Try again.', {
      retryAfterMs: 1_000,
    })
  }

  return {
    /**
     * Stores a charge whose terms a page has set.
     *
     * @throws LeydenError `INVOICE_MISMATCH` for an invoice that was stored before.
     */
    async once(charge: ChargeSubject, log: Log): Promise<ChargeSubject> {
      await put(charge, {}, log)
      return charge
    },

    /**
     * Returns the one open charge of an intent's reference: the existing one while it can be paid, even if the intent has
     * expired; a new one after that one has expired, while the intent is valid; and none once the reference is paid. So
     * two tabs with one order get the same invoice, and nobody pays twice. Concurrent calls share one request upstream.
     *
     * @throws LeydenError `ALREADY_PAID`, `INTENT_EXPIRED`, `BAD_REQUEST` with field `intent`.
     */
    async ofIntent(intent: ReadIntent, make: Make, log: Log): Promise<ChargeSubject> {
      const { terms, reference, expiresAt } = intent
      if (now() >= expiresAt) {
        const newest = await newestUnpaid(reference)
        if (newest && isOpen(newest) && hasTerms(newest, terms)) return newest
        throw intentExpired()
      }
      const key = JSON.stringify([reference, terms.lnaddress, String(terms.amountMsat), terms.description])
      const known = pending.get(key)
      if (known) return known
      const charge = findOrMake(intent, make, log).finally(() => pending.delete(key))
      pending.set(key, charge)
      return charge
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
