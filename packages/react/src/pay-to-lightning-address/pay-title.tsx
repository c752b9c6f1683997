'use client'

import { forwardRef, type ReactNode } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'
import { ViewHead } from './view-head.js'

export interface PayTitleProps extends PartProps<'div', PayHandle> {
  /** @default 'Pay with Lightning', in the language of the provider */
  children?: ReactNode
}

/** The heading of the form, which takes the focus when the person comes back, and the badge of test mode. */
export const PayTitle = forwardRef<HTMLDivElement, PayTitleProps>(function PayTitle(
  { children, ...given },
  ref,
) {
  const { pay, t } = usePayContext('Title')
  const element = usePart({
    tag: 'div',
    own: {
      className: 'leyden-title ly-part',
      'data-state': pay.state.status,
      children: <ViewHead pay={pay} title={children ?? t('payTitle')} t={t} />,
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) ? element : null
})
