'use client'

import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useEffect, useRef } from 'react'
import { joinClasses, useMergedRef } from '../card/merge.js'
import type { Message } from '../messages/message.js'
import { type PayMessageKey, payEnglish } from '../messages/pay-english.js'
import { useMessages } from '../messages/use-messages.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { useThemeStyle } from '../theme/use-theme.js'
import { AddressBox } from './address-box.js'
import type { AddressLookup } from './address-lookup.js'
import { type UseLightningAddressOptions, useLightningAddress } from './use-lightning-address.js'

/**
 * Props of `<LightningAddressField/>`: those of `useLightningAddress`, its own, and all other attributes of a `<div>`.
 */
export interface LightningAddressFieldProps
  extends Omit<UseLightningAddressOptions, 'address'>,
    Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** @default 'Lightning Address', in the language of the provider */
  label?: ReactNode | undefined
  /** The name of the `<input>` in the page's form. */
  name?: string | undefined
  /** Messages of your own, over those of the provider. */
  messages?: Partial<Record<PayMessageKey, Message>> | undefined
  /** Each new lookup: take the address for a payout only when it is `found`. */
  onLookup?: ((lookup: AddressLookup) => void) | undefined
}

/**
 * A Lightning Address field for payout and settings forms. It checks the address while it is typed, and shows whose it
 * is.
 */
export const LightningAddressField = forwardRef<HTMLDivElement, LightningAddressFieldProps>(
  function LightningAddressField(props, ref) {
    const { client: own, defaultAddress, onAddressChange, label, name, messages, onLookup, ...rest } = props
    const { className, style, ...attributes } = rest
    const client = useClient(own, 'LightningAddressField')
    const t = useMessages(payEnglish, messages)
    const entry = useLightningAddress({ client, defaultAddress, onAddressChange })
    const { colorScheme } = useLeydenContext()
    const root = useRef<HTMLDivElement>(null)
    const latest = useLatest(onLookup)
    const { lookup } = entry
    useEffect(() => {
      latest.current?.(lookup)
    }, [lookup, latest])
    return (
      <div
        {...attributes}
        ref={useMergedRef(root, ref)}
        className={joinClasses('leyden leyden-bare ly-part', className)}
        style={useThemeStyle(root, style)}
        dir={t.direction}
        data-scheme={colorScheme}
        data-state={lookup.status}
        data-code={lookup.status === 'unreachable' ? lookup.error.code : undefined}
      >
        <AddressBox entry={entry} t={t} label={label ?? t('addressLabel')} name={name} />
      </div>
    )
  },
)
