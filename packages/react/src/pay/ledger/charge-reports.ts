import { createListeners } from '@leyden/core/internal'
import { isNews } from '../flow/charge-stage.js'
import type { CheckedCharge, PaymentFacts, ShownCharge } from '../flow/pay-state.js'
import type { ChargeReport } from './charge-driver.js'
import { type ChargeLife, isSettled } from './charge-machine.js'
import { isFor } from './charge-owner.js'
import { type HeldCharge, type HeldCharges, tellWidgets } from './held-charges.js'
import { isOfOtherTerms, unmatchedOf } from './ledger-order.js'
import { forgetOpenCharge } from './open-charges.js'
import { deliverProof } from './proof-delivery.js'

/** A payment as the ledger reports it, whether or not a widget shows it. */
export type LedgerPayment = PaymentFacts & {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** The shop's reference, or that of the intent. */
  reference?: string | undefined
}

/** What the ledger reports, and to whom: to the widgets of a charge, to other widgets, and to the page. */
export function createChargeReports(held: HeldCharges) {
  const { charges, widgets } = held
  const payments = createListeners<[LedgerPayment]>()
  const ends = createListeners<[ShownCharge]>()

  const reportPayment = (paid: HeldCharge) => {
    const others = [...widgets].filter(
      (widget) => !paid.widgets.has(widget) && isOfOtherTerms(paid, widget.order) && isFor(paid, widget),
    )
    if (paid.widgets.size === 0 && others.length > 0) paid.isNoticed = true
    held.save()
    tellWidgets(paid)
    for (const { onEvent } of others) onEvent({ type: 'unmatched', payments: unmatchedOf([paid]) })
    const payment = paymentOf(paid.shown.charge.id)
    if (payment) payments.notify(payment)
    reportUnshown()
    void deliverProof(paid)
  }

  const paymentOf = (id: string): LedgerPayment | undefined => {
    const paid = charges.get(id)
    return paid?.payment && { ...paid.payment, charge: paid.shown.charge, reference: paid.reference }
  }

  /**
   * Reports payments that no widget shows to one widget of their person. Deferred, so that the order's own widget can
   * come first.
   */
  const reportUnshown = () => {
    setTimeout(() => {
      for (const paid of charges.values()) {
        if (!paid.payment || paid.isNoticed || paid.isReported || paid.widgets.size > 0) continue
        const anyone = [...widgets].find((widget) => isFor(paid, widget))
        if (!anyone) continue
        paid.isNoticed = true
        held.save()
        const { charge } = paid.shown
        anyone.onEvent({ type: 'arrived', payment: { ...paid.payment, charge, isOwn: false } })
      }
    })
  }

  return {
    /** Takes what became of a charge after an event. */
    take(charge: HeldCharge, { shown, payment }: ChargeLife, reports: readonly ChargeReport[]): void {
      const isChanged = isNews(charge.shown, shown) || payment !== charge.payment
      // The server does not know the payment that this device has kept.
      if (!payment && charge.payment) Object.assign(charge, { isNoticed: false, isReported: false })
      if (isSettled({ shown, payment })) forgetOpenCharge(shown.charge.id)
      charge.shown = shown
      charge.payment = payment
      if (reports.includes('report_paid')) {
        reportPayment(charge)
        return
      }
      if (isChanged) held.save()
      if (reports.includes('tell')) tellWidgets(charge)
      if (reports.includes('report_end')) ends.notify(shown)
    },
    reportUnshown,
    paymentOf,
    onPayment: payments.subscribe,
    onEnd: ends.subscribe,
    reportOnce(id: string, callback: 'onCharge' | 'onPaid'): boolean {
      const fact = callback === 'onPaid' ? 'isReported' : 'isAnnounced'
      const charge = charges.get(id)
      if (!charge || charge[fact]) return false
      charge[fact] = true
      held.save()
      return true
    },
  }
}
