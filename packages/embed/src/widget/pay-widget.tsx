import type { Client } from '@leyden/core'
import { type AddressLookup, PayToLightningAddress } from '@leyden/react'
import { ledgerOf, type PayState, payIdle, watchedCharges } from '@leyden/react/flows'
import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import type { Ending } from '../outcome/outcome.js'
import type { EmbedSettings } from '../settings/settings.js'
import { clientOf } from './client-of.js'
import { followCharges, stopFollowing } from './follow-charge.js'
import type { PayOptions } from './options.js'
import { paidEnding, payEnding } from './pay-ending.js'
import { endingOfThrown, Providers } from './providers.js'
import type { Widget, WidgetReports } from './widget.js'

const FINAL: readonly PayState['status'][] = ['expired', 'unconfirmed', 'mismatch', 'failed']

/** Draws the pay widget into an element. */
export function mountPay(
  element: HTMLElement,
  firstOptions: PayOptions,
  firstSettings: EmbedSettings,
  { onEnding, onDone, onEvent }: WidgetReports,
): Widget<'pay'> {
  const root = createRoot(element)
  let options = firstOptions
  let state: PayState = payIdle
  let address: AddressLookup = { status: 'empty' }
  /** The first payment is the ending, even if the form is shown again. */
  let paid: Ending | undefined
  const reported = new Set<string>()
  let thrown: unknown
  let client: Client | undefined

  const onStateChange = (next: PayState, lookup: AddressLookup) => {
    const isNew = next !== state
    state = next
    address = lookup
    if (isNew) onEvent?.('leyden-state-change', { status: next.status })
    if ('charge' in next) stopFollowing(next.charge.id)
    const payments = [
      // A receipt that is shown again was reported when it was new.
      ...(next.status === 'paid' && !next.isRestored ? [next] : []),
      ...(next.arrived ?? []).filter(({ isOwn }) => isOwn),
    ]
    for (const { charge } of payments) {
      const payment = client && ledgerOf(client).paymentOf(charge.id)
      if (!payment) continue
      paid ??= paidEnding(payment)
      if (reported.has(charge.id)) continue
      reported.add(charge.id)
      onEnding?.(paidEnding(payment))
    }
    const isFinal = isNew
      ? FINAL.includes(next.status)
      : next.status === 'idle' && lookup.status === 'unreachable'
    if (next.status !== 'paid' && isFinal) onEnding?.(payEnding(next, lookup))
  }

  const render = (settings: EmbedSettings) => {
    client = clientOf(settings)
    loadLocale(settings.locale)
    root.render(
      <Providers
        settings={settings}
        client={client}
        onError={(error) => {
          thrown = error
          onEnding?.(endingOfThrown(error))
        }}
      >
        <PayToLightningAddress
          {...options}
          onAddressChange={(text) => onEvent?.('leyden-address-change', text)}
          onAmountChange={(sats) => onEvent?.('leyden-amount-change', sats)}
          onNoteChange={(text) => onEvent?.('leyden-note-change', text)}
          onCharge={(charge) => onEvent?.('leyden-charge', charge)}
          onStateChange={onStateChange}
          onDone={() => onDone?.()}
        />
      </Providers>,
    )
  }
  render(firstSettings)

  return {
    update(nextOptions, settings) {
      options = nextOptions
      render(settings)
    },
    ending() {
      if (thrown !== undefined) return endingOfThrown(thrown)
      if (paid) return paid
      if (state.status !== 'paid') return payEnding(state, address)
      return { status: state.isRestored ? 'cancelled' : 'pending' }
    },
    follow(signal, onLater) {
      if (!client || paid) return
      followCharges(client, watchedCharges(state), { signal, onEnding: onLater })
    },
    unmount: () => root.unmount(),
  }
}
