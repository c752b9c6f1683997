'use client'

import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import type { Message } from '../messages/message.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import { PayParts } from './pay-card.js'
import type { PayOptions } from './pay-options.js'
import { PayRoot } from './pay-root.js'

export interface PayToLightningAddressProps
  extends PayOptions,
    Omit<ComponentPropsWithoutRef<'section'>, keyof PayOptions | 'children'> {
  /**
   * Messages of your own for this widget, by key.
   *
   * @default the provider's
   */
  messages?: Partial<Record<PayMessageKey, Message>> | undefined
}

/**
 * Pays a Lightning Address: who and how much, a checked invoice as QR code, link and text, and a truthful end.
 * Nothing of an invoice that fails a check is ever shown.
 *
 * ```tsx
 * <PayToLightningAddress address="alice@wallet.example" amountSats={2100} onPaid={({ charge }) => thank(charge.id)} />
 * ```
 *
 * With a prop that is wrong, or without a usable `bffUrl` or `client`, it is inert, and the console says why.
 */
export const PayToLightningAddress = forwardRef<HTMLElement, PayToLightningAddressProps>(
  function PayToLightningAddress(props, ref) {
    return (
      <PayRoot {...props} ref={ref}>
        <PayParts />
      </PayRoot>
    )
  },
)
