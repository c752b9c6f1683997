import { ledgerOf } from '../ledger/charge-ledger.js'
import type { CheckedCharge, PayEvent, PaymentFacts, PayState } from '../pay-flow/index.js'
import { callPage } from '../widget/call-page.js'
import type { Flow } from '../widget/create-flow.js'
import type { PaySettings } from './pay-settings.js'

/**
 * Calls the functions of the page for each new state: at once, so that whoever closes what is shown ends with what
 * was seen.
 *
 * @param reference of the order that the widget shows now.
 * @param charged payment hashes of the charges that the page was told of.
 * @returns a function that stops it.
 */
export function callPayCallbacks(
  flow: Flow<PayState, PayEvent>,
  settings: () => PaySettings,
  reference: () => string | undefined,
  charged: Set<string>,
): () => void {
  return flow.subscribe((state, before) => {
    const { client, lookup, onStateChange, onCharge, onPaid, onExpired, onUnconfirmed, onError } = settings()
    const entered = state.status !== before.status
    const tellPaid = (charge: CheckedCharge, facts: PaymentFacts) => {
      const { evidence, preimage, at, late, duplicateOf } = facts
      if (ledgerOf(client).reportOnce(charge.id))
        callPage(() =>
          onPaid?.({ charge, evidence, preimage, at, late, duplicateOf, reference: reference() }),
        )
    }

    callPage(() => onStateChange?.(state, lookup))
    // A browser wallet that refuses leads back to the same invoice.
    if (state.status === 'awaiting' && !charged.has(state.charge.id)) {
      charged.add(state.charge.id)
      callPage(() => onCharge?.(state.charge))
    }
    if (state.status === 'expired' && entered) callPage(() => onExpired?.(state.charge))
    if (state.status === 'unconfirmed' && entered) callPage(() => onUnconfirmed?.(state.charge))
    if (state.status === 'failed' && entered) callPage(() => onError?.(state.error))
    if (state.status === 'paid') tellPaid(state.charge, state)
    for (const payment of state.arrived ?? []) if (payment.isOwn) tellPaid(payment.charge, payment)
  })
}
