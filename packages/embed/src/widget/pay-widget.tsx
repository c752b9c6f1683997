import type { Client } from '@leyden/core'
import { type PayState, watchedCharges } from '@leyden/core/pay'
import { PayToLightningAddress, type PayToLightningAddressProps } from '@leyden/react'
import { createRoot } from 'react-dom/client'
import { speak } from '../languages/languages.js'
import type { EmbedSettings } from '../settings/settings.js'
import { clientOf } from './client-of.js'
import { followCharges, stopFollowing } from './follow-charge.js'
import { endingOfThrown, Frame } from './frame.js'
import type { PayOptions } from './options.js'
import { payEnding } from './pay-ending.js'
import type { Widget, WidgetReports } from './widget.js'

/** Draws the pay widget into an element. */
export function mountPay(
  element: HTMLElement,
  firstOptions: PayOptions,
  firstSettings: EmbedSettings,
  { onEnding, onDone }: WidgetReports,
): Widget<'pay'> {
  const root = createRoot(element)
  let options = firstOptions
  let state: PayState = { status: 'empty' }
  /** A payment stays one, also when the form is shown again. */
  let paid: PayState | undefined
  let thrown: unknown
  let client: Client | undefined

  const take = (next: PayState) => {
    state = next
    for (const { id } of 'charge' in next ? [next.charge] : []) stopFollowing(id)
    if (next.status === 'paid') paid ??= next
    if (['paid', 'expired', 'unconfirmed', 'mismatch', 'failed', 'unreachable'].includes(next.status))
      onEnding?.(payEnding(next, options.reference))
  }

  const render = (settings: EmbedSettings) => {
    client = clientOf(settings)
    speak(settings.locale)
    root.render(
      <Frame
        settings={settings}
        client={client}
        onError={(error) => {
          thrown = error
          onEnding?.(endingOfThrown(error))
        }}
      >
        <PayToLightningAddress
          {...(options as PayToLightningAddressProps)}
          onStateChange={take}
          onDone={() => onDone?.()}
        />
      </Frame>,
    )
  }
  render(firstSettings)

  return {
    update(nextOptions, settings) {
      options = nextOptions
      render(settings)
    },
    ending: () =>
      thrown === undefined ? payEnding(paid ?? state, options.reference) : endingOfThrown(thrown),
    follow(signal, onLater) {
      if (!client || paid) return
      followCharges(client, watchedCharges(state), {
        signal,
        onOver: onLater,
        onPaid: (charge, evidence) =>
          onLater({
            status: 'paid',
            amountMsat: String(charge.amountMsat),
            lnaddress: charge.address,
            evidence,
            ...(options.reference !== undefined && { reference: options.reference }),
          }),
      })
    },
    unmount: () => root.unmount(),
  }
}
