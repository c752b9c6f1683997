'use client'

import { formatSats } from '@leyden/core/money'
import { forwardRef, type ReactNode } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { Spinner, TextButton } from '../card/parts.js'
import { usePayContext, type ViewProps } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'

export interface PaySubmitProps extends Omit<PartProps<'button', PayHandle>, 'type'> {
  /** Requests no invoice, whatever the fields hold, for instance until terms are agreed to. It stays focusable. */
  disabled?: boolean | undefined
  /** @default what it does, in the language of the provider */
  children?: ReactNode
}

/**
 * "Pay 2,100 sats": asks for an invoice, which a connected wallet pays, or says what is missing; while that takes long,
 * cancels it. Enter in a field presses it. `event.preventDefault()` in an `onClick` keeps it from asking. With `render`,
 * it has no looks of ours.
 */
export const PaySubmit = forwardRef<HTMLButtonElement, PaySubmitProps>(function PaySubmit(
  { disabled = false, children, ...given },
  ref,
) {
  const { pay, t, press } = usePayContext('Submit')
  const { address, amount, note, payer } = pay.fields
  const isRequesting = pay.state.status === 'requesting'
  const isBusy = isRequesting || pay.isPressed
  // One tap is enough, even before the answer about an address that nobody has to type.
  const isAwaited = address.locked && address.lookup.status === 'looking'
  const isWhole = amount.problem === null && !note.tooLong && payer.complete
  const isOff = disabled || !(isBusy || pay.canShowInvoice || (isAwaited && isWhole))
  const isCancel = isRequesting && pay.isSlow
  const submit = () => {
    if (isCancel) return pay.actions.back()
    press()
    if (!disabled) pay.actions.showInvoice()
  }
  const element = usePart({
    tag: 'button',
    own: {
      type: 'button',
      className: given.render ? undefined : 'leyden-submit ly-part ly-button',
      'data-state': isBusy ? 'busy' : isOff ? 'disabled' : 'ready',
      'data-ly-submit': '',
      'data-ly-look': given.render ? undefined : isCancel ? 'ghost' : 'main',
      'aria-disabled': (!isCancel && (isBusy || isOff)) || undefined,
      'aria-busy': isBusy || undefined,
      onClick: isBusy && !isCancel ? undefined : submit,
      children: (
        <>
          {isBusy && <Spinner />}
          {isCancel
            ? t('cancel')
            : (children ?? (isRequesting ? t('requesting') : <PayText pay={pay} t={t} />))}
        </>
      ),
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) ? (
    <>
      {element}
      {!given.render && <PaidFrom pay={pay} t={t} />}
    </>
  ) : null
})

/** What a press pays, where that is known. */
function PayText({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const { address, amount } = pay.fields
  const isKnown = amount.problem === null && (address.locked || address.lookup.status === 'found')
  if (amount.sats === null || !isKnown) return <>{t('pay')}</>
  const text = amount.unit === 'fiat' && !amount.locked ? formatSats(amount.sats, t.locale) : amount.text
  return (
    <span>
      {t('payAmount', { amount: text })}
      {amount.fiatText !== null && (
        <>
          {' '}
          <span className="ly-button-more ly-unbroken">
            {t('approximately', { amount: amount.fiatText })}
          </span>
        </>
      )}
    </span>
  )
}

/** Whose wallet a press pays from, where one is connected. */
function PaidFrom({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const name = pay.walletConnection?.name
  if (name === undefined) return null
  return (
    <div className="ly-row ly-small ly-part">
      <span className="ly-grow ly-muted">
        {name ? t('payWithWallet', { name }) : t('payWithConnectedWallet')}
      </span>
      <TextButton onClick={pay.actions.disconnectWallet}>{t('disconnectWallet')}</TextButton>
    </div>
  )
}
