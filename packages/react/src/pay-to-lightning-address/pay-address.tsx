'use client'

import { forwardRef, type ReactNode } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { AddressBox } from '../lightning-address/address-box.js'
import { lookupText } from '../lightning-address/address-texts.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'

export interface PayAddressProps extends PartProps<'div', PayHandle> {
  /** @default 'Lightning Address', in the language of the provider */
  label?: ReactNode | undefined
}

/** The field of the Lightning Address, checked while it is typed, and whom it belongs to. */
export const PayAddress = forwardRef<HTMLDivElement, PayAddressProps>(function PayAddress(
  { label, ...given },
  ref,
) {
  const { pay, t, wasPressed } = usePayContext('Address')
  const { address } = pay.fields
  const element = usePart({
    tag: 'div',
    own: {
      'data-ly-needed': '',
      className: 'leyden-address ly-part',
      'data-state': address.lookup.status,
      'data-tone': lookupText(address.lookup, t).tone,
      children: (
        <AddressBox
          entry={address}
          t={t}
          label={label ?? t('addressLabel')}
          frozen={pay.state.status === 'requesting'}
          strict={wasPressed}
        />
      ),
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) ? element : null
})
