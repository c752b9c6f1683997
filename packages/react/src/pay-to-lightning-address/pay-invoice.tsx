'use client'

import { type ForwardedRef, forwardRef, useEffect, useRef, useState } from 'react'
import { useMergedRef } from '../card/merge.js'
import { usePart } from '../card/part.js'
import { Button, ButtonLink, Note, TextButton } from '../card/parts.js'
import { QrCode } from '../card/qr-code.js'
import { Avatar } from '../lightning-address/avatar.js'
import { isDetectable } from '../pay-flow/shown-charge.js'
import { countdown } from '../widget/countdown.js'
import { printAmount } from './amount-text.js'
import { fitsInvoiceQrCode, invoiceSegments } from './invoice-qr-code.js'
import { NoWalletHint } from './no-wallet-hint.js'
import { type PayPartProps, usePayContext, type ViewProps } from './pay-context.js'
import { chargeText, outageText, titleOf } from './pay-texts.js'
import { textOf } from './use-copying.js'
import { TestTag } from './view-head.js'
import { useConnectFocus, WalletConnect } from './wallet-connect.js'
import { WalletList } from './wallet-list.js'

/** A checked invoice, and every way to pay it: QR code and copying first on a computer, wallets first on a phone. */
export const PayInvoice = forwardRef<HTMLDivElement, PayPartProps>(function PayInvoice(given, ref) {
  const { pay, t } = usePayContext('Invoice')
  const { state } = pay
  return state.status === 'awaiting' ? (
    <InvoiceView pay={pay} state={state} t={t} given={given} partRef={ref} />
  ) : null
})

interface InvoiceViewProps extends ViewProps<'awaiting'> {
  given: PayPartProps
  partRef: ForwardedRef<HTMLDivElement>
}

function InvoiceView({ pay, state, t, given, partRef }: InvoiceViewProps) {
  const { charge, recipient } = state
  const host = useRef<HTMLDivElement>(null)
  const touch = pay.isTouch
  const [qrAsked, setQrAsked] = useState(false)
  const [linkUsed, setLinkUsed] = useState(false)
  // A charge that another page requested has no price stored with it.
  const printed = printAmount({ ...charge, price: charge.price ?? pay.fiat }, t)
  const link = pay.getInvoiceLinkProps()
  const copy = () => pay.actions.copy('invoice', host.current)
  const copyText = t(pay.copied === 'invoice' ? 'copied' : 'copyInvoice')
  const { walletConnection: connection } = pay
  const isConnected = connection?.name !== undefined
  useConnectFocus(host, connection)
  useEffect(() => {
    if (qrAsked) host.current?.querySelector('.ly-qr')?.scrollIntoView?.({ block: 'nearest' })
  }, [qrAsked])
  const seen = isDetectable(charge) || pay.hasBrowserWallet || isConnected
  const outage = outageText(pay, t)
  const waiting = t(seen ? 'waiting' : 'waitingUnseen')
  const time = countdown(pay.secondsLeft)
  const lifetime = Math.max(1, Math.round((charge.expiresAt.getTime() - charge.createdAt.getTime()) / 1000))

  const head = (
    <>
      <div className="ly-row">
        <TextButton onClick={pay.actions.back}>{t('back')}</TextButton>
        <span className="ly-grow" />
        <TestTag pay={pay} t={t} />
        <span className="ly-small ly-muted ly-ltr" role="timer" aria-label={t('timeLeft', { time })}>
          {time}
        </span>
      </div>
      <div className="ly-row">
        <Avatar imageDataUrl={recipient.imageDataUrl} />
        <div className="ly-grow">
          <h2
            className="ly-title"
            tabIndex={-1}
            data-ly-lead={state.walletRefused ? undefined : ''}
            aria-label={titleOf(state, t)}
          >
            {printed.main}{' '}
            {printed.other && <span className="ly-small ly-muted ly-unbroken">{printed.other}</span>}
          </h2>
          <div className="ly-small ly-muted">{t('to', { address: charge.address })}</div>
        </div>
      </div>
    </>
  )
  const code = fitsInvoiceQrCode(charge.invoice) ? (
    <QrCode {...invoiceSegments(charge.invoice)} name={chargeText('qrCode', charge, t)} />
  ) : (
    <Note>{t('qrTooLong')}</Note>
  )
  const status = (
    <>
      {outage !== undefined ? (
        <Note tone="warn">{outage}</Note>
      ) : (
        <div className="ly-small ly-muted">{touch ? waiting : `${t('checked')} ${waiting}`}</div>
      )}
      <progress className="ly-bar" max={lifetime} value={pay.secondsLeft} aria-hidden="true" />
    </>
  )
  const browserWallet = pay.hasBrowserWallet && (
    <Button look={isConnected ? 'ghost' : 'main'} onClick={pay.actions.payWithBrowserWallet}>
      {t('payInBrowserWallet')}
    </Button>
  )
  const connect = connection && <WalletConnect pay={pay} connection={connection} t={t} />
  const claim = !isDetectable(charge) && (
    <TextButton onClick={pay.actions.claimPaid}>{t('iHavePaid')}</TextButton>
  )
  const notes = (
    <>
      {state.walletRefused && (
        <Note tone="warn" leads>
          {t('walletRefused')}
        </Note>
      )}
      {pay.unclearCharge && <Note tone="warn">{chargeText('unclearNote', pay.unclearCharge, t)}</Note>}
      {linkUsed && <Note>{t('nothingOpened')}</Note>}
      {pay.copyFailed === 'invoice' && <CopyByHand text={textOf('invoice', state) ?? ''} t={t} />}
    </>
  )

  return usePart({
    tag: 'div',
    own: {
      className: 'leyden-invoice ly-part ly-body ly-invoice',
      'data-state': state.status,
      'data-ly-qr': touch ? undefined : '',
      children: touch ? (
        <>
          {head}
          {isConnected && connect}
          {browserWallet || (
            <ButtonLink look={isConnected ? 'ghost' : 'main'} {...link} onClick={() => setLinkUsed(true)}>
              {t('payInWallet')}
            </ButtonLink>
          )}
          <WalletList pay={pay} t={t} onOpen={() => setLinkUsed(true)} />
          {!isConnected && connect}
          <div className="ly-links">
            <TextButton aria-expanded={qrAsked} onClick={() => setQrAsked(!qrAsked)}>
              {t(qrAsked ? 'hideQr' : 'showQr')}
            </TextButton>
            <TextButton onClick={copy}>{copyText}</TextButton>
          </div>
          {qrAsked && code}
          {notes}
          {status}
          {claim}
          <NoWalletHint pay={pay} t={t} />
        </>
      ) : (
        <>
          <div className="ly-body">{head}</div>
          {code}
          <div className="ly-body ly-side">
            {status}
            {notes}
            {isConnected && connect}
            {browserWallet && <div className="ly-choices">{browserWallet}</div>}
            <div className="ly-choices">
              <Button look={browserWallet || isConnected ? 'ghost' : 'main'} onClick={copy}>
                {copyText}
              </Button>
              <ButtonLink look="ghost" {...link} onClick={() => setLinkUsed(true)}>
                {t('openWallet')}
              </ButtonLink>
            </div>
            {!isConnected && connect}
            {claim}
            <NoWalletHint pay={pay} t={t} />
          </div>
        </>
      ),
    },
    given,
    ref: useMergedRef(host, partRef),
    handle: pay,
  })
}

/** The text itself, to be selected by hand, if neither the clipboard nor the copy command works. */
export function CopyByHand({ text, name, t }: { text: string; name?: string; t: ViewProps['t'] }) {
  return (
    <label>
      <span className="ly-label">{t('copyFailed')}</span>
      <textarea
        className="ly-invoice-text ly-ltr"
        readOnly
        value={text}
        aria-label={name ?? t('invoiceText')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  )
}
