'use client'

import { forwardRef, type MouseEvent, type ReactNode } from 'react'
import { AddressText, inElement } from '../../foundation/card/address-text.js'
import { TextButton } from '../../foundation/card/buttons.js'
import { PartElement, type PartProps } from '../../foundation/card/part.js'
import { Spinner } from '../../foundation/card/parts.js'
import { printAmount } from '../fields/amount-text.js'
import type { PayHandle } from '../pay-handle.js'
import { awaitsRecipient, isForm } from '../pay-view.js'
import { walletText } from '../texts/wallet-text.js'
import { usePayContext } from './pay-context.js'
import { useWarningsId } from './warnings.js'

/** Props of `Pay.Submit`: those of a `<button>`, without its `type`. */
export interface PaySubmitProps extends Omit<PartProps<'button', PayHandle>, 'type'> {
  /**
   * Whether a press requests nothing, for instance until the person agrees to terms. The button stays focusable.
   *
   * @default false
   */
  disabled?: boolean | undefined
  /** The label. @default a text that names the action, in the language of the provider */
  children?: ReactNode
}

/**
 * The button "Pay 2,100 sats". It requests an invoice, which a connected wallet pays at once; if a field is missing, it
 * shows which. While the request takes long, it cancels the request. Enter in a field presses it. `event.preventDefault()`
 * in an `onClick` prevents the request. With `render` it has none of our styles.
 */
export const PaySubmit = forwardRef<HTMLButtonElement, PaySubmitProps>(function PaySubmit(
  { disabled = false, children, ...pageProps },
  ref,
) {
  const { pay, screen, t, press, payPressed } = usePayContext('Submit')
  const warnings = useWarningsId()
  if (!isForm(pay)) return null
  const { address, amount, note, payer } = pay.fields
  const isRequesting = pay.state.status === 'requesting'
  const isBusy = isRequesting || pay.view.isPressed
  // One tap is enough: a press before the look-up of a locked address is answered waits for the answer.
  const isWhole = amount.problem === null && !note.tooLong && payer.complete
  const isOff = disabled || !(isBusy || pay.view.canShowInvoice || (awaitsRecipient(address) && isWhole))
  const isCancel = isRequesting && screen.isSlow
  const submit = ({ defaultPrevented }: MouseEvent) => {
    if (defaultPrevented) return
    payPressed.current = !isCancel && !isOff
    if (isCancel) return pay.actions.back()
    press()
    if (!disabled) pay.actions.showInvoice()
  }
  const label = children ?? (isRequesting ? t('requesting') : <PayText />)
  const styles = pageProps.render
    ? {}
    : { className: 'leyden-submit ly-part ly-button', 'data-ly-look': isCancel ? 'ghost' : 'main' }
  const descriptions = [warnings, pageProps['aria-describedby']].filter(Boolean).join(' ')
  const describedBy = descriptions ? { 'aria-describedby': descriptions } : {}
  const own = {
    type: 'button',
    ...styles,
    'data-state': isBusy ? 'busy' : isOff ? 'disabled' : 'ready',
    part: 'submit',
    'data-ly-submit': '',
    'aria-disabled': (!isCancel && (isBusy || isOff)) || undefined,
    'aria-busy': (isBusy && !isCancel) || undefined,
    onClick: isBusy && !isCancel ? undefined : submit,
    children: (
      <>
        {isBusy && !isCancel && <Spinner />}
        {inElement(isCancel ? t('cancel') : label)}
      </>
    ),
  }
  return (
    <>
      <PartElement
        tag="button"
        own={own}
        pageProps={{ ...pageProps, ...describedBy }}
        handle={pay}
        ref={ref}
      />
      {isCancel && (
        // Below the button, which stays in its place.
        <div className="ly-row ly-small ly-part">
          <Spinner />
          <span className="ly-grow ly-muted">{t('requestSlow')}</span>
        </div>
      )}
      {!pageProps.render && <PaidFrom />}
    </>
  )
})

/** The amount that a press pays, if it is known. */
function PayText() {
  const { pay, t } = usePayContext()
  const { address, amount } = pay.fields
  const isKnown = amount.problem === null && (address.locked || address.lookup.status === 'found')
  if (amount.amountMsat === null || !isKnown) return <AddressText text={t('pay')} />
  const { amountMsat, unit } = amount
  const { main } = printAmount({ amountMsat, unit, price: pay.view.fiat }, t)
  return <AddressText text={t('payAmount', { amount: main })} />
}

/** The wallet that a press asks to pay: the connected one, or that of the browser once it has paid here. */
function PaidFrom() {
  const { pay, t } = usePayContext()
  const name = pay.wallets.connection?.name
  if (name === undefined && !pay.wallets.isBrowserWalletChosen) return null
  return (
    <div className="ly-row ly-small ly-part">
      <span className="ly-grow ly-muted">
        {name === undefined ? t('payInBrowserWallet') : walletText(name, t)}
      </span>
      {name === undefined ? (
        <TextButton onClick={pay.actions.forgetBrowserWallet}>{t('otherWays')}</TextButton>
      ) : (
        <TextButton onClick={pay.actions.disconnectWallet}>{t('disconnectWallet')}</TextButton>
      )}
    </div>
  )
}
