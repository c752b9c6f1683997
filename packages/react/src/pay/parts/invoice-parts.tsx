import type { ReactNode } from 'react'
import { Avatar } from '../../address/avatar.js'
import { AddressText, inElement } from '../../foundation/card/address-text.js'
import { Button, TextButton } from '../../foundation/card/buttons.js'
import { Note, Spinner, Title } from '../../foundation/card/parts.js'
import { Icon } from '../../foundation/icons/icon.js'
import { countdown } from '../../foundation/page/countdown.js'
import { printAmount } from '../fields/amount-text.js'
import type { PayState } from '../flow/pay-state.js'
import { isDisowned, isSeen } from '../flow/shown-charge.js'
import { chargeText, outageText, titleOf } from '../texts/charge-texts.js'
import { CopyByHand } from './copy-by-hand.js'
import { usePayContext, type ViewProps } from './pay-context.js'
import { TestTag } from './view-head.js'

// What the invoice has on a phone and on a computer.

/** The clock is seen in the last five minutes of an invoice. Before that it would only hurry people. */
const HURRY_SECONDS = 300

/** The way back, in the place of the form's heading, and the time that is left. */
export function InvoiceBar({ onBack }: { onBack: () => void }) {
  const { pay, t } = usePayContext()
  const { secondsLeft } = pay.view
  const time = countdown(secondsLeft)
  const isHurried = secondsLeft <= HURRY_SECONDS
  return (
    <div className="ly-row ly-bar">
      <TextButton icon="back" onClick={onBack}>
        {t('back')}
      </TextButton>
      <span className="ly-grow" />
      <TestTag />
      <span
        className={isHurried ? 'ly-row ly-clock ly-small ly-muted ly-ltr' : 'ly-hidden ly-ltr'}
        role="timer"
        translate="no"
        aria-label={t('timeLeft', { time })}
      >
        {isHurried && <Icon name="clock" />}
        <AddressText text={time} />
      </span>
    </div>
  )
}

interface PaymentHeadProps {
  state: PayState<'awaiting' | 'paid'>
  /** @default true */
  leads?: boolean | undefined
}

/** What is paid, and to whom, in two lines, which are in the same place before and after the payment. */
export function PaymentHead({ state, leads }: PaymentHeadProps) {
  const { pay, t } = usePayContext()
  const { charge, recipient } = state
  const title = titleOf(state, t)
  const isPaid = state.status === 'paid'
  // A charge that another page requested has no price stored with it. A receipt has the price of its time.
  const price = charge.price ?? (isPaid ? undefined : pay.view.fiat)
  const { main, other } = printAmount({ ...charge, price }, t)
  return (
    <div className="ly-row ly-payment">
      <Avatar imageDataUrl={recipient.imageDataUrl} />
      <div className="ly-grow">
        <Title translate="no" leads={leads} aria-label={isPaid ? undefined : title}>
          {/* The word above the amount is a part of it. */}
          {isPaid && <span className="ly-hidden">{title}</span>}
          <span aria-hidden={isPaid || undefined}>
            <AddressText text={main} />{' '}
            {other && <span className="ly-small ly-muted ly-unbroken">{other}</span>}
          </span>
        </Title>
        <div className="ly-small ly-muted">
          <AddressText text={t('to', { address: charge.address })} />
        </div>
      </div>
    </div>
  )
}

/** Whether a payment of the invoice would be seen here. */
function isWatched({ pay, state }: Pick<ViewProps<'awaiting'>, 'pay' | 'state'>): boolean {
  const { connection, hasBrowserWallet } = pay.wallets
  return isSeen(state) || hasBrowserWallet || connection?.name !== undefined
}

/** What few people need, behind a button. */
export function Details({ children }: { children: ReactNode }) {
  const { t } = usePayContext()
  return (
    <details className="ly-details">
      <summary className="ly-summary ly-small ly-muted">{t('receiptDetails')}</summary>
      <div className="ly-details-text ly-small">{children}</div>
    </details>
  )
}

/** Whether the payment is awaited, or why it would not be seen. */
export function InvoiceStatus(view: Pick<ViewProps<'awaiting'>, 'pay' | 'state'>) {
  const { t } = usePayContext()
  const outage = outageText(view.pay, t)
  const isSpinning = isWatched(view)
  if (outage !== undefined) return <Note tone="warn">{outage}</Note>
  if (isDisowned(view.state))
    return (
      <Note tone="warn" title={t('unconfirmed')}>
        {t('unconfirmedText')}
      </Note>
    )
  return (
    <div className="ly-row ly-small ly-muted">
      {isSpinning && <Spinner />}
      <span className="ly-grow ly-sentence">
        <AddressText text={t(isSpinning ? 'waiting' : 'waitingUnseen')} />
      </span>
    </div>
  )
}

/** What happened with the invoice so far. */
export function InvoiceNotes({ pay, screen, t, state }: ViewProps<'awaiting'>) {
  const { unclearCharge } = pay.wallets
  return (
    <>
      {state.walletRefused && (
        <Note tone="warn" leads>
          {t('walletRefused')}
        </Note>
      )}
      {unclearCharge && <Note tone="warn">{chargeText('unclearNote', unclearCharge, t)}</Note>}
      {screen.copyFailed === 'invoice' && <CopyByHand text={state.charge.invoice} />}
    </>
  )
}

/** The wallet of this browser. */
export function BrowserWalletButton() {
  const { pay, t } = usePayContext()
  const isConnected = pay.wallets.connection?.name !== undefined
  return (
    <Button look={isConnected ? 'ghost' : 'main'} icon="wallet" onClick={pay.actions.payWithBrowserWallet}>
      {t('payInBrowserWallet')}
    </Button>
  )
}

/** "I have paid", if nobody would see the payment. */
export function ClaimButton({ pay, t, state }: ViewProps<'awaiting'>) {
  return isSeen(state) ? null : <TextButton onClick={pay.actions.claimPaid}>{t('iHavePaid')}</TextButton>
}

/** The hint for people without a wallet: what they need, at the first visit, and a link if the page sells bitcoin. */
export function NoWalletHint() {
  const { pay, screen, t } = usePayContext()
  const { buyBitcoinUrl, hasBrowserWallet, connection } = pay.wallets
  const hint = t('noWallet')
  const isShown = hint && (screen.isFirstVisit || buyBitcoinUrl)
  if (!isShown || hasBrowserWallet || connection?.name !== undefined) return null
  // The link opens a new tab, so that the invoice stays on the screen.
  const target = buyBitcoinUrl?.startsWith('#') ? undefined : '_blank'
  return (
    <div className="ly-small ly-muted">
      {screen.isFirstVisit && inElement(hint)}{' '}
      {buyBitcoinUrl && (
        <a className="ly-link" href={buyBitcoinUrl} target={target} rel="noopener">
          {t('buyBitcoin')}
        </a>
      )}
    </div>
  )
}
