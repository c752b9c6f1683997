import type { Log } from '@leyden/core'
import { intentExpired, type ReadIntent } from '../intent/intent.js'
import { changeOrder, readOrder } from '../intent/order.js'
import { checkChargeable, sameTerms, storedTerms } from '../intent/order-rule.js'
import type { SettlementWatch } from '../settlement/settlement-watch.js'
import { singleFlight } from '../single-flight.js'
import type { PutOptions, Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import type { ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import { firstPollAt } from './follow-payment.js'
import type { MakeCharge, Payer } from './make-charge.js'

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
  ): Promise<ChargeSubject | 'order_changed' | undefined> {
    const outcome = await store.put(charge, { ...options, wakeAt: firstPollAt(charge, settlementWatch) })
    if (outcome === 'order_changed') return outcome
    if (outcome === 'slot_taken') return undefined
    if (outcome === 'id_taken') {
      log.error(
        { code: 'INVOICE_REUSED', charge: charge.id },
        'The same invoice came for two requests; the BFF rejected it',
      )
      throw mismatch('invoice')
    }
    settlementWatch.remember(charge)
    return charge
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
     * Returns the one open charge of an intent's reference and terms: the existing one while it can be paid, even if the
     * intent has expired; a new one after that one has expired, while the intent is valid; and none once the order is
     * paid, or was signed with other terms. So two tabs with one order get the same invoice, and nobody pays twice. A
     * charge of other terms may still be open; a payment of it is reported as what it is.
     *
     * @throws LeydenError `ALREADY_PAID`, `INTENT_SUPERSEDED`, `INTENT_EXPIRED`.
     */
    ofIntent(intent: ReadIntent, payer: Payer, log: Log): Promise<ChargeSubject> {
      const { terms, reference, expiresAt } = intent
      const wanted = storedTerms(terms)
      const slot = `reference ${reference}`

      return openOnce(JSON.stringify([reference, wanted]), async () => {
        const order = await readOrder(store, reference)
        checkChargeable(order, wanted)
        const description = order.state?.description
        const current = order.charges.find(
          ({ charge, paid }) => !paid && isOpen(charge) && sameTerms(charge, wanted),
        )
        if (current) return current.charge
        if (now() >= expiresAt) throw intentExpired()
        const replaces = (await store.holder(slot))?.id
        const charge = { ...(await makeCharge({ ...terms, description }, payer, log)), replaces }
        // The order may have been signed again or paid since. Then the invoice is discarded: nobody has seen it, so
        // nobody can pay it, and a report of its payment would be one of an unknown invoice.
        return changeOrder(store, reference, async (latest) => {
          checkChargeable(latest, wanted)
          return put(charge, { slot, replaces, order: { reference, sequence: latest.sequence } }, log)
        })
      })
    },
  }
}
