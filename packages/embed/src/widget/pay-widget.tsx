import { type AddressLookup, PayToLightningAddress } from '@leyden/react'
import {
  endedPayStates,
  ledgerOf,
  type PayState,
  payEnding,
  payIdle,
  watchedCharges,
} from '@leyden/react/flows'
import { followCharges, paidEnding, stopFollowing } from './follow-charges.js'
import { mountWith } from './mount-widget.js'
import type { Ending } from './outcome.js'

/** Draws the pay widget into an element. */
export const mountPay = mountWith<'pay'>(({ onEnding, onDone, onEvent }, client) => {
  let state: PayState = payIdle
  let address: AddressLookup = { status: 'empty' }
  /** The first payment is the outcome, even if the form is shown again. */
  let paid: Ending | undefined
  /** Preact stops a removed widget one frame later. Its charges are already followed by then. */
  let isFollowed = false
  const reported = new Set<string>()

  const endingOf = () =>
    state.status === 'paid'
      ? ({ status: state.isRestored ? 'cancelled' : 'pending' } as const)
      : payEnding(state, address.status === 'unreachable' ? address.error : undefined)

  const onStateChange = (next: PayState, lookup: AddressLookup) => {
    if (isFollowed) return
    const isNew = next !== state
    state = next
    address = lookup
    if (isNew) onEvent?.('leyden-state-change', { status: next.status })
    if ('charge' in next) stopFollowing(next.charge.id)
    // A receipt that is shown again has been reported before.
    const shown = next.status === 'paid' && !next.isRestored ? [next] : []
    const arrived = next.arrived?.filter(({ isOwn }) => isOwn) ?? []
    for (const { charge } of [...shown, ...arrived]) {
      const payment = ledgerOf(client()).paymentOf(charge.id)
      if (!payment || reported.has(charge.id)) continue
      reported.add(charge.id)
      paid ??= paidEnding(payment)
      onEnding?.(paidEnding(payment))
    }
    const isFinal = isNew
      ? endedPayStates.includes(next.status)
      : next.status === 'idle' && lookup.status === 'unreachable'
    if (isFinal) onEnding?.(endingOf())
  }

  return {
    render: (options) => (
      <PayToLightningAddress
        {...options}
        onAddressChange={(text) => onEvent?.('leyden-address-change', text)}
        onAmountChange={(sats) => onEvent?.('leyden-amount-change', sats)}
        onNoteChange={(text) => onEvent?.('leyden-note-change', text)}
        onCharge={(charge) => onEvent?.('leyden-charge', charge)}
        onStateChange={onStateChange}
        onDone={() => onDone?.()}
      />
    ),
    ending: () => paid ?? endingOf(),
    follow() {
      isFollowed = true
      return paid ? undefined : followCharges(client(), watchedCharges(state))
    },
  }
})
