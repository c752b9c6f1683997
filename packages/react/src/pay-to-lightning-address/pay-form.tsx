'use client'

import { forwardRef, type ReactNode } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'

export interface PayFormProps extends PartProps<'div', PayHandle> {
  children?: ReactNode
}

/** Shows its children until there is an invoice: parts, and the page's own fields. */
export const PayForm = forwardRef<HTMLDivElement, PayFormProps>(function PayForm(
  { children, ...given },
  ref,
) {
  const { pay } = usePayContext('Form')
  const element = usePart({
    tag: 'div',
    own: { className: 'leyden-form ly-body', 'data-state': pay.state.status, children },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) ? element : null
})
