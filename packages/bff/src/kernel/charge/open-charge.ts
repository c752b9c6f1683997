import type { Log } from '@leyden/core'
import { singleFlight } from '../foundation/single-flight.js'
import { intentExpired, type ReadIntent } from '../order/intent.js'
import { type Order, orderCharge, orderId, orderIn, putOrder, readOrder } from '../order/order.js'
import { checkChargeable, sameTerms, storedTerms, type Terms } from '../order/order-rule.js'
import { firstPollAt } from '../settlement/follow-payment.js'
import type { SettlementWatch } from '../settlement/settlement-watch.js'
import type { Change } from '../store/change.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import { chargeRow, readSubject } from '../store/subject-rows.js'
import type { ChargeTerms } from './charge-terms.js'
import { mismatch } from './check-reply.js'
import type { MakeCharge, Payer } from './make-charge.js'

/** Creates charges and stores them, which starts their watch. */
export type Charges = ReturnType<typeof createCharges>

interface ChargesOptions {
  store: Pick<Store, 'get' | 'commit'>
  change: Change
  makeCharge: MakeCharge
  settlementWatch: SettlementWatch
  now: () => Date
}

export function createCharges({ store, change, makeCharge, settlementWatch, now }: ChargesOptions) {
  const openOnce = singleFlight<ChargeSubject>()

  function openOf({ charges }: Order, wanted: Terms): string | undefined {
    const isOpen = (expiresAt: string) => now().getTime() < Date.parse(expiresAt)
    return charges.find((each) => !each.payment && isOpen(each.expiresAt) && sameTerms(each, wanted))?.id
  }

  function refuseReused({ id }: ChargeSubject, log: Log): Error {
    const message = 'The same invoice came for two requests; the BFF rejected it'
    log.error({ code: 'INVOICE_REUSED', charge: id }, message)
    return mismatch('invoice')
  }

  return {
    /**
     * Creates a charge whose terms a page has set.
     *
     * @throws LeydenError `INVOICE_MISMATCH` also for an invoice that was stored before.
     */
    async once(terms: ChargeTerms, payer: Payer, log: Log): Promise<ChargeSubject> {
      const charge = await makeCharge(terms, payer, log)
      const wake = { [charge.id]: firstPollAt(charge, settlementWatch).getTime() }
      const { changed } = await store.commit({ expect: { [charge.id]: 0 }, put: [chargeRow(charge)], wake })
      if (changed !== undefined) throw refuseReused(charge, log)
      settlementWatch.remember(charge)
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

      return openOnce(JSON.stringify([reference, wanted]), async () => {
        const order = await readOrder(store, reference)
        checkChargeable(order, wanted)
        const current = openOf(order, wanted)
        if (current !== undefined) return chargeOf(current)
        if (now() >= expiresAt) throw intentExpired()
        const description = order.state?.description
        const made = await makeCharge({ ...terms, description }, payer, log)
        // The order may have been signed again, paid or opened since. Then the invoice is discarded: nobody has seen it,
        // so nobody can pay it, and a report of its payment would be one of an unknown invoice.
        const charge = await change([orderId(reference), made.id], (view) => {
          const latest = orderIn(view, reference)
          checkChargeable(latest, wanted)
          if (openOf(latest, wanted) !== undefined) return undefined
          if (view.row(made.id)) return null
          const charge = { ...made, replaces: latest.charges[0]?.id }
          putOrder(
            view,
            reference,
            { ...latest, charges: [orderCharge(charge), ...latest.charges] },
            charge.watchUntil,
          )
          view.put(chargeRow(charge))
          view.wake(charge.id, firstPollAt(charge, settlementWatch))
          return charge
        })
        if (charge === null) throw refuseReused(made, log)
        if (charge) settlementWatch.remember(charge)
        return charge
      })
    },
  }

  /** @returns undefined if it was erased. */
  async function chargeOf(id: string): Promise<ChargeSubject | undefined> {
    const charge = await readSubject(store, id)
    return charge?.kind === 'charge' ? charge : undefined
  }
}
