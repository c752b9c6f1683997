import type { Client } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { type AddressLookup, PayToLightningAddress } from '@leyden/react'
import { type PayCallbacks, type PayOutcome, paidOutcome, payCallbacks } from '@leyden/react/options'
import {
  isOver,
  ownPayments,
  type PayState,
  payIdle,
  paymentPart,
  payOutcome,
  type ShownCharge,
  unpaidStatus,
  watchedCharges,
} from '@leyden/react/removed-widget'
import { followRemoved, stopFollowing } from './follow-removed.js'
import { mountWith } from './mount-widget.js'
import { reportingCallbacks } from './reporting-callbacks.js'

/** Draws the pay widget into an element. */
export const mountPay = mountWith<'pay'>((report, client) => {
  let state: PayState = payIdle
  let address: AddressLookup = { status: 'empty' }
  /** The first payment is the outcome, even if the form is shown again. */
  let paid: PayOutcome | undefined
  /** Preact stops a removed widget one frame later. Its charges are already followed by then. */
  let isFollowed = false
  const callbacks = reportingCallbacks<PayCallbacks>(payCallbacks, report)

  const onStateChange = (next: PayState, lookup: AddressLookup) => {
    if (isFollowed) return
    const hasNewStatus = next.status !== state.status
    state = next
    address = lookup
    // The event has the status alone.
    if (hasNewStatus) callbacks.onStateChange(next, lookup)
    if ('charge' in next) stopFollowing(next.charge.id)
    // A receipt that is shown again is no new payment.
    const payment = ownPayments(next).find((own) => !('isRestored' in own && own.isRestored))
    if (payment) {
      const reference = paymentPart.current()?.ledgerOf(client()).paymentOf(payment.charge.id)?.reference
      paid ??= paidOutcome({ ...payment, reference })
    }
  }

  return {
    render: (options) => <PayToLightningAddress {...options} {...callbacks} onStateChange={onStateChange} />,
    outcome: () => paid ?? payOutcome(state, address.status === 'unreachable' ? address.error : undefined),
    follow() {
      isFollowed = true
      return paid ? undefined : followCharges(client(), watchedCharges(state))
    },
  }
})

/** The first payment of these charges, or the end of the last of them. Undefined if none is open. */
function followCharges(client: Client, charges: readonly ShownCharge[]): Promise<PayOutcome> | undefined {
  const ledger = paymentPart.current()?.ledgerOf(client)
  const ids = charges.filter((shown) => !isOver(shown)).map(({ charge }) => charge.id)
  if (!ledger || ids.length === 0) return undefined
  const open = new Set(ids)
  return followRemoved(ids, (end) =>
    callAll([
      ledger.onPayment((payment) => {
        if (open.has(payment.charge.id)) end(paidOutcome(payment))
      }),
      ledger.onEnd((shown) => {
        if (open.delete(shown.charge.id) && open.size === 0) end({ status: unpaidStatus(shown) })
      }),
    ]),
  )
}
