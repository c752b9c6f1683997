'use client'

import { forwardRef, type ReactNode, useEffect } from 'react'
import { Card } from '../foundation/card/card.js'
import type { WidgetAttributes } from '../foundation/card/part.js'
import { useStyleWarning } from '../foundation/card/style-warning.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import { payFormEnglish } from '../foundation/messages/pay-form-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { useLatest } from '../foundation/page/use-latest.js'
import { useClient } from '../foundation/provider/use-client.js'
import { AddressBox } from './address-box.js'
import type { AddressLookup } from './address-lookup.js'
import { type UseLightningAddressOptions, useLightningAddress } from './use-lightning-address.js'

/** Props of `<LightningAddressField/>`: those of `useLightningAddress`, its own, and attributes of its root, a `<div>`. */
export interface LightningAddressFieldProps
  extends Omit<UseLightningAddressOptions, 'address'>,
    WidgetAttributes<PayMessageKey> {
  /** @default 'Lightning Address', in the language of the provider */
  label?: ReactNode | undefined
  /** The name of the `<input>` in the page's form. */
  name?: string | undefined
  /** Called with each new state of the look-up. Use the address for a payout only if the status is `found`. */
  onLookup?: ((lookup: AddressLookup) => void) | undefined
}

/**
 * A Lightning Address field for payout and settings forms. It checks the address while it is typed, and shows its
 * owner.
 */
export const LightningAddressField = forwardRef<HTMLDivElement, LightningAddressFieldProps>(
  function LightningAddressField(props, ref) {
    const { client: override, defaultAddress, label, name, messages, onLookup, ...rest } = props
    useStyleWarning()
    const client = useClient(override, 'LightningAddressField')
    const t = useMessages<PayMessageKey>(payFormEnglish, messages)
    const entry = useLightningAddress({ client, defaultAddress })
    const latest = useLatest(onLookup)
    const { lookup } = entry
    useEffect(() => {
      latest.current?.(lookup)
    }, [lookup, latest])
    return (
      <Card
        {...rest}
        tag="div"
        layout="leyden-bare ly-part"
        rootRef={ref}
        direction={t.direction}
        state={lookup.status}
        code={lookup.status === 'unreachable' ? lookup.error.code : undefined}
      >
        <AddressBox entry={entry} t={t} label={label ?? t('addressLabel')} name={name} />
      </Card>
    )
  },
)
