import { type AddressLookup, PayToLightningAddress } from '@leyden/react'
import {
  endedPayStates,
  ledgerOf,
  type PayState,
  payEnding,
  payIdle,
  watchedCharges,
} from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'
import type { EmbedSettings } from '../settings/settings.js'
import { createDrawing } from './draw-widget.js'
import { followCharges, paidEnding, stopFollowing } from './follow-charges.js'
import type { PayOptions } from './options.js'
import type { Widget, WidgetReports } from './widget.js'

/** Draws the pay widget into an element. */
export function mountPay(
  element: HTMLElement,
  firstOptions: PayOptions,
  firstSettings: EmbedSettings,
  reports: WidgetReports,
): Widget<'pay'> {
  const { onEnding, onDone, onEvent } = reports
  const drawing = createDrawing(element, reports)
  let options = firstOptions
  let state: PayState = payIdle
  let address: AddressLookup = { status: 'empty' }
  /** The first payment is the outcome, even if the form is shown again. */
  let paid: Ending | undefined
  const reported = new Set<string>()
  let isRemoved = false

  const onStateChange = (next: PayState, lookup: AddressLookup) => {
    // Preact stops a removed widget one frame later. Its charges are already watched by then.
    if (isRemoved) return
    const isNew = next !== state
    state = next
    address = lookup
    if (isNew) onEvent?.('leyden-state-change', { status: next.status })
    if ('charge' in next) stopFollowing(next.charge.id)
    const payments = [
      // A receipt that is shown again has been reported before.
      ...(next.status === 'paid' && !next.isRestored ? [next] : []),
      ...(next.arrived ?? []).filter(({ isOwn }) => isOwn),
    ]
    const client = drawing.client()
    for (const { charge } of payments) {
      const payment = client && ledgerOf(client).paymentOf(charge.id)
      if (!payment) continue
      paid ??= paidEnding(payment)
      if (reported.has(charge.id)) continue
      reported.add(charge.id)
      onEnding?.(paidEnding(payment))
    }
    const isFinal = isNew
      ? endedPayStates.includes(next.status)
      : next.status === 'idle' && lookup.status === 'unreachable'
    if (next.status !== 'paid' && isFinal) onEnding?.(payEnding(next, errorOf(lookup)))
  }

  const render = (settings: EmbedSettings) =>
    drawing.draw(
      settings,
      <PayToLightningAddress
        {...options}
        onAddressChange={(text) => onEvent?.('leyden-address-change', text)}
        onAmountChange={(sats) => onEvent?.('leyden-amount-change', sats)}
        onNoteChange={(text) => onEvent?.('leyden-note-change', text)}
        onCharge={(charge) => onEvent?.('leyden-charge', charge)}
        onStateChange={onStateChange}
        onDone={() => onDone?.()}
      />,
    )
  render(firstSettings)

  return {
    update(nextOptions, settings) {
      options = nextOptions
      render(settings)
    },
    ending() {
      const ended = () =>
        state.status === 'paid'
          ? { status: state.isRestored ? ('cancelled' as const) : ('pending' as const) }
          : payEnding(state, errorOf(address))
      return drawing.failure() ?? paid ?? ended()
    },
    follow(signal, onLater) {
      const client = drawing.client()
      if (client && !paid) followCharges(client, watchedCharges(state), { signal, onEnding: onLater })
    },
    unmount() {
      isRemoved = true
      drawing.unmount()
    },
  }
}

function errorOf(lookup: AddressLookup) {
  return lookup.status === 'unreachable' ? lookup.error : undefined
}
