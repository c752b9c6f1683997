'use client'

import { forwardRef, type ReactNode } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { Spinner } from '../card/parts.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'

export interface PaySubmitProps extends Omit<PartProps<'button', PayHandle>, 'type'> {
  /** Requests no invoice, whatever the fields hold, for instance until terms are agreed to. It stays focusable. */
  disabled?: boolean | undefined
  /** @default what it does, in the language of the provider */
  children?: ReactNode
}

/**
 * Asks for an invoice, or says what is missing; while that takes long, cancels it. `event.preventDefault()` in an `onClick` keeps it from asking. With
 * `render`, it has no looks of ours.
 */
export const PaySubmit = forwardRef<HTMLButtonElement, PaySubmitProps>(function PaySubmit(
  { disabled = false, children, ...given },
  ref,
) {
  const { pay, t, press } = usePayContext('Submit')
  const isBusy = pay.state.status === 'requesting'
  const isOff = disabled || !pay.canShowInvoice
  const isCancel = isBusy && pay.isSlow
  const submit = () => {
    if (isCancel) return pay.actions.back()
    press()
    if (!isOff) pay.actions.showInvoice()
  }
  const element = usePart({
    tag: 'button',
    own: {
      type: 'button',
      className: given.render ? undefined : 'leyden-submit ly-part ly-button',
      'data-state': isBusy ? 'busy' : isOff ? 'disabled' : 'ready',
      'data-ly-look': given.render ? undefined : isCancel ? 'ghost' : 'main',
      'aria-disabled': (!isCancel && (isBusy || isOff)) || undefined,
      'aria-busy': isBusy || undefined,
      onClick: isBusy && !isCancel ? undefined : submit,
      children: (
        <>
          {isBusy && <Spinner />}
          {isCancel ? t('cancel') : (children ?? t(isBusy ? 'requesting' : 'showInvoice'))}
        </>
      ),
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) ? element : null
})
