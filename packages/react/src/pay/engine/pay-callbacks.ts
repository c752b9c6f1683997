import { callAll } from '@leyden/core/internal'
import { callPage, callProp, type Props } from '../../foundation/page/call-page.js'
import type { PayWidgetEvent, WidgetEvents } from '../../foundation/page/widget-event.js'
import type { CheckedCharge, PaymentFacts } from '../flow/pay-state.js'
import { isDetectable } from '../flow/shown-charge.js'
import { type ChargeLedger, ledgerOf } from '../ledger/charge-ledger.js'
import type { Payment } from '../pay-options.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'

const props: Props<PayWidgetEvent, PaySettings> = {
  stateChange: ({ onStateChange }, { state, address }) => onStateChange?.(state, address),
  charge: ({ onCharge }, { charge }) => onCharge?.(charge),
  expired: ({ onExpired }, { charge }) => onExpired?.(charge),
  unconfirmed: ({ onUnconfirmed }, { charge }) => onUnconfirmed?.(charge),
  paid: ({ onPaid }, { payment }) => onPaid?.(payment),
  done: ({ onDone }, { state }) => onDone?.(state),
  error: ({ onError }, { error }) => onError?.(error),
}

/** Calls the page's callback of an event, and reports the event to the provider. */
export function notifyPage(settings: PaySettings, event: PayWidgetEvent): void {
  callProp(props, settings, event)
  callPage(() => settings.widgetEvents?.emit({ widget: 'pay', ...event }))
}

/**
 * Reports each new state to the page immediately, so that a page that closes the widget knows what the person saw.
 *
 * @param reference the reference of the order that the widget shows now
 * @param charged the payment hashes of the charges that were reported to the page
 * @returns a function that unsubscribes
 */
export function notifyOnChange(
  flow: PayFlow,
  settings: () => PaySettings,
  reference: () => string | undefined,
  charged: Set<string>,
): () => void {
  const notify = (event: PayWidgetEvent) => notifyPage(settings(), event)
  const reportPaid = (charge: CheckedCharge, facts: PaymentFacts) => {
    if (ledgerOf(settings().client).reportOnce(charge.id))
      notify({ type: 'paid', payment: paymentOf(charge, facts, reference()) })
  }

  return flow.subscribe((state, before) => {
    const entered = state.status !== before.status
    notify({ type: 'stateChange', state, address: settings().lookup })
    // After a browser wallet refuses, the same invoice is shown again.
    if (state.status === 'awaiting' && !charged.has(state.charge.id)) {
      notify({ type: 'charge', charge: state.charge })
      charged.add(state.charge.id)
    }
    if (entered && (state.status === 'expired' || state.status === 'unconfirmed'))
      notify({ type: state.status, charge: state.charge })
    if (entered && state.status === 'failed') notify({ type: 'error', error: state.error })
    if (state.status === 'paid') reportPaid(state.charge, state)
    for (const payment of state.arrived ?? []) if (payment.isOwn) reportPaid(payment.charge, payment)
  })
}

/** Reports events of a ledger's charges to the provider, whether or not a widget shows the charge. */
export function notifyOfLedger(ledger: ChargeLedger, { emit }: WidgetEvents): () => void {
  return callAll([
    ledger.onPayment(({ charge, reference, ...facts }) =>
      callPage(() => emit({ widget: 'pay', type: 'paid', payment: paymentOf(charge, facts, reference) })),
    ),
    ledger.onEnd(({ charge }) =>
      callPage(() => emit({ widget: 'pay', type: isDetectable(charge) ? 'expired' : 'unconfirmed', charge })),
    ),
  ])
}

/** The payment that the callbacks of the page get. */
export function paymentOf(
  charge: CheckedCharge,
  facts: PaymentFacts,
  reference: string | undefined,
): Payment {
  const { evidence, preimage, at, late, duplicateOf } = facts
  return { charge, evidence, preimage, at, late, duplicateOf, reference }
}
