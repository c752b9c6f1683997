'use client'

import { forwardRef } from 'react'
import type { WidgetAttributes } from '../foundation/card/part.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import { PayAmount } from './parts/pay-amount.js'
import { PayInvoice } from './parts/pay-invoice.js'
import { PayNote } from './parts/pay-note.js'
import { PayAddress, PayForm, PayNotices, PayStatus, PayTitle } from './parts/pay-parts.js'
import { PayPayer } from './parts/pay-payer.js'
import { PayRootView, type PayRootViewProps, usePayRoot } from './parts/pay-root.js'
import { PaySubmit } from './parts/pay-submit.js'
import type { PayOptions } from './pay-options.js'

/** Props of `<PayToLightningAddress/>`: the options of a payment, and attributes of its root element. */
export type PayToLightningAddressProps = PayOptions & WidgetAttributes<PayMessageKey>

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
  const isPaid = props.pay.state.status === 'paid'
  return (
    <PayRootView {...props}>
      {!isPaid && <PayNotices />}
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
      {/* The receipt is the first news. */}
      {isPaid && <PayNotices />}
    </PayRootView>
  )
}
