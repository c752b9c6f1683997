'use client'

import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import type { Message } from '../messages/message.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import { PayCard } from './pay-card.js'
import type { PayOptions } from './pay-options.js'
import { usePayRoot } from './pay-root.js'

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
