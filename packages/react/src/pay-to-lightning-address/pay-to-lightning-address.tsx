'use client'

import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import type { Message } from '../messages/message.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import { PayAmount } from './pay-amount.js'
import { PayInvoice } from './pay-invoice.js'
import { PayNote } from './pay-note.js'
import type { PayOptions } from './pay-options.js'
import { PayAddress, PayForm, PayNotices, PayStatus, PayTitle } from './pay-parts.js'
import { PayPayer } from './pay-payer.js'
import { PayRootView, type PayRootViewProps, usePayRoot } from './pay-root.js'
import { PaySubmit } from './pay-submit.js'

/** The options of the widget, and the attributes of its root element. */
export interface PayToLightningAddressProps
  extends PayOptions,
    Omit<ComponentPropsWithoutRef<'section'>, keyof PayOptions | 'children'> {
  /**
   * Messages of your own for this widget, by key.
   *
   * @default the messages of `LeydenProvider`
   */
  messages?: Partial<Record<PayMessageKey, Message>> | undefined
}

/**
 * Pays a Lightning Address: recipient and amount, a checked invoice as QR code, link and text, and the result. No part
 * of an invoice that fails a check is ever shown.
 *
 * ```tsx
 * <PayToLightningAddress address="alice@wallet.example" amountSats={2100} onPaid={({ charge }) => thank(charge.id)} />
 * ```
 *
 * With a wrong prop, or without a usable `bffUrl` or `client`, it is inert, and the console says why.
 */
export const PayToLightningAddress = forwardRef<HTMLElement, PayToLightningAddressProps>(
  function PayToLightningAddress(props, ref) {
    return <PayCard {...usePayRoot(props)} rootRef={ref} />
  },
)

/**
 * The card in one state of the flow: all parts. They are not passed to `PayRoot` as children, because Preact renders
 * children after the root's effects, which move focus and caret.
 */
export function PayCard(props: Omit<PayRootViewProps, 'children'>) {
  return (
    <PayRootView {...props}>
      <PayNotices />
      <PayForm>
        <PayTitle />
        <PayAddress />
        <PayAmount />
        <PayNote />
        <PayPayer />
        <PaySubmit />
      </PayForm>
      <PayInvoice />
      <PayStatus />
    </PayRootView>
  )
}
