import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import type { Message } from '../messages/message.js'
import { type PayMessageKey, payEnglish } from '../messages/pay-english.js'
import { useWords } from '../messages/use-words.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { PayCard } from './pay-card.js'
import type { PayOptions } from './pay-options.js'
import { usePayToLightningAddress } from './use-pay-to-lightning-address.js'

export interface PayToLightningAddressProps
  extends PayOptions,
    Omit<ComponentPropsWithoutRef<'section'>, keyof PayOptions | 'children'> {
  /** Words of your own, over those of the provider. */
  messages?: Partial<Record<PayMessageKey, Message>>
}

/**
 * Pays a Lightning Address: who and how much, a checked invoice as QR code, link and text, and a truthful end.
 * Nothing of an invoice that fails a check is ever shown.
 *
 * ```tsx
 * <PayToLightningAddress address="alice@wallet.example" amountSats={2100} onPaid={({ charge }) => thank(charge.id)} />
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` without a provider or `client`, or for an amount that is not whole sats.
 */
export const PayToLightningAddress = forwardRef<HTMLElement, PayToLightningAddressProps>(
  function PayToLightningAddress(props, ref) {
    const {
      address,
      defaultAddress,
      amountSats,
      defaultAmountSats,
      presets,
      description,
      defaultDescription,
      reference,
      intent,
      fiat,
      network,
      wallets,
      client,
      onAddressChange,
      onCharge,
      onPaid,
      onExpired,
      onUnconfirmed,
      onDone,
      onError,
      onStateChange,
      messages,
      ...rest
    } = props
    const { locale } = useLeydenContext()
    const say = useWords(payEnglish, messages)
    const pay = usePayToLightningAddress(props)
    return <PayCard {...rest} pay={pay} say={say} lang={locale} rootRef={ref} />
  },
)
