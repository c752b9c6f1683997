import { callAll } from '@leyden/core/internal'
import type { Listeners } from '../../foundation/reports/callback-table.js'
import { ownPayments, payError } from '../flow/pay-outcome.js'
import type { CheckedCharge, PaymentFacts, PayState } from '../flow/pay-state.js'
import { unpaidStatus } from '../flow/shown-charge.js'
import { type ChargeLedger, ledgerOf } from '../ledger/charge-ledger.js'
import { notifyPage } from '../page-reports.js'
import type { PayCallbacks } from '../pay-callbacks.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'
import { paymentOf } from './payment-of.js'

/** The callback for a charge that ended unpaid. */
const UNPAID = { expired: 'onExpired', unconfirmed: 'onUnconfirmed' } as const

/**
 * Reports each new state to the page immediately, so that a page that closes the widget knows what the person saw.
 *
 * @param reference the reference of the order that the widget shows now
 * @returns a function that unsubscribes
 */
export function notifyOnChange(
  flow: PayFlow,
  settings: () => PaySettings,
  reference: () => string | undefined,
  reportState: (state: PayState) => void,
): () => void {
  const reportPaid = (charge: CheckedCharge, facts: PaymentFacts) => {
    if (ledgerOf(settings().client).reportOnce(charge.id, 'onPaid'))
      notifyPage(settings(), 'onPaid', paymentOf(charge, facts, reference()))
  }

  return flow.subscribe((state, before) => {
    const entered = state.status !== before.status
    reportState(state)
    // The same invoice is shown again after a browser wallet refuses, or when the page has moved the widget.
    if (state.status === 'awaiting' && ledgerOf(settings().client).reportOnce(state.charge.id, 'onCharge'))
      notifyPage(settings(), 'onCharge', state.charge)
    if (entered && (state.status === 'expired' || state.status === 'unconfirmed'))
      notifyPage(settings(), UNPAID[state.status], state.charge)
    if (entered && (state.status === 'failed' || state.status === 'mismatch'))
      notifyPage(settings(), 'onError', payError(state))
    for (const payment of ownPayments(state)) reportPaid(payment.charge, payment)
  })
}

/** Reports events of a ledger's charges to the provider, whether or not a widget shows the charge. */
export function notifyOfLedger(
  ledger: ChargeLedger,
  widgetEvents: Listeners<PayCallbacks>['widgetEvents'],
): () => void {
  return callAll([
    ledger.onPayment(({ charge, reference, ...facts }) =>
      notifyPage({ widgetEvents }, 'onPaid', paymentOf(charge, facts, reference)),
    ),
    ledger.onEnd((shown) => notifyPage({ widgetEvents }, UNPAID[unpaidStatus(shown)], shown.charge)),
  ])
}
