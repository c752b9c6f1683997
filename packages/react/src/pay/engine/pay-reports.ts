import { callAll } from '@leyden/core/internal'
import type { AddressLookup } from '../../address/address-lookup.js'
import { createNotifier, type Listeners } from '../../foundation/page/callback-table.js'
import { createChangeCheck, reportedFields } from '../../foundation/page/state-fields.js'
import { ownPayments, payError } from '../flow/pay-outcome.js'
import {
  type CheckedCharge,
  type PaymentFacts,
  type PayState,
  payIdle,
  payStateFields,
} from '../flow/pay-state.js'
import { unpaidStatus } from '../flow/shown-charge.js'
import { type ChargeLedger, ledgerOf } from '../ledger/charge-ledger.js'
import { type PayCallbacks, type Payment, payCallbacks } from '../pay-callbacks.js'
import type { PayFlow, PaySettings } from '../pay-settings.js'

/** Calls a callback of the page, and reports its event to the provider. */
export const notifyPage = createNotifier<PayCallbacks>('pay', payCallbacks)

/** The callback for a charge that ended unpaid. */
const UNPAID = { expired: 'onExpired', unconfirmed: 'onUnconfirmed' } as const

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
  reportState: () => void,
): () => void {
  const reportPaid = (charge: CheckedCharge, facts: PaymentFacts) => {
    if (ledgerOf(settings().client).reportOnce(charge.id))
      notifyPage(settings(), 'onPaid', paymentOf(charge, facts, reference()))
  }

  return flow.subscribe((state, before) => {
    const entered = state.status !== before.status
    reportState()
    // After a browser wallet refuses, the same invoice is shown again.
    if (state.status === 'awaiting' && !charged.has(state.charge.id)) {
      notifyPage(settings(), 'onCharge', state.charge)
      charged.add(state.charge.id)
    }
    if (entered && (state.status === 'expired' || state.status === 'unconfirmed'))
      notifyPage(settings(), UNPAID[state.status], state.charge)
    if (entered && (state.status === 'failed' || state.status === 'mismatch'))
      notifyPage(settings(), 'onError', payError(state))
    for (const payment of ownPayments(state)) reportPaid(payment.charge, payment)
  })
}

/** Makes the function that calls `onStateChange` if the page is to be told of the current state. */
export function createStateReport(flow: PayFlow, settings: () => PaySettings): () => void {
  const hasChanged = createChangeCheck(reportedPart(payIdle, { status: 'empty' }))
  return () => {
    const state = flow.getState()
    const { lookup } = settings()
    if (hasChanged(reportedPart(state, lookup))) notifyPage(settings(), 'onStateChange', state, lookup)
  }
}

/** What is reported to the page: the fields of the state, and the answer of the look-up. */
function reportedPart(state: PayState, lookup: AddressLookup): object {
  const { earlier, arrived } = state
  return { ...reportedFields(state, payStateFields), earlier, arrived, answer: answerOf(lookup) }
}

/** The answer of a look-up; undefined while there is none, so also for each key that is typed. */
function answerOf(lookup: AddressLookup): object | undefined {
  switch (lookup.status) {
    case 'found':
    case 'invalid':
      return lookup
    case 'unreachable':
      // Each retry has another error.
      return { ...lookup, error: lookup.error.code }
    case 'empty':
    case 'typing':
    case 'looking':
      return undefined
    default:
      return lookup satisfies never
  }
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

/** The payment that the callbacks of the page get. */
export function paymentOf(
  charge: CheckedCharge,
  facts: PaymentFacts,
  reference: string | undefined,
): Payment {
  const { at, late, duplicateOf } = facts
  const payment = { charge, at, late, duplicateOf, reference }
  return facts.evidence === 'preimage'
    ? { ...payment, evidence: facts.evidence, preimage: facts.preimage }
    : { ...payment, evidence: facts.evidence, preimage: facts.preimage }
}
