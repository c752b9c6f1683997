import { useRef, useState } from 'react'
import { Button, ButtonLink, Note, TextButton } from '../card/parts.js'
import { QrCode } from '../card/qr-code.js'
import { Avatar } from '../lightning-address/avatar.js'
import { isDetectable } from '../pay-flow/index.js'
import { formatFiat } from './fiat.js'
import { fitsInvoiceQrCode, invoiceSegments } from './invoice-qr-code.js'
import type { ViewProps } from './pay-card.js'
import { satsText, titleOf, unclearWords } from './pay-words.js'
import { textOf } from './use-copying.js'
import { TestTag } from './view-head.js'
import { WalletList } from './wallet-list.js'

/** A checked invoice, and every way to pay it: code and copying first at a desk, wallets first on a phone. */
export function InvoiceView({ pay, state, say }: ViewProps<'awaiting'>) {
  const { charge, recipient } = state
  const host = useRef<HTMLDivElement>(null)
  const touch = pay.isTouch
  const [qrAsked, setQrAsked] = useState(false)
  const [linkUsed, setLinkUsed] = useState(false)
  const amount = satsText(charge.amountMsat, say.locale)
  const fiat = pay.fiat && formatFiat(charge.amountMsat / 1000n, pay.fiat, say.locale)
  const link = `lightning:${charge.invoice}`
  const copy = () => pay.copy('invoice', host.current)
  const copyWords = say(pay.copied === 'invoice' ? 'copied' : 'copyInvoice')
  const seen = isDetectable(charge) || pay.hasBrowserWallet
  const waiting = say(seen ? 'waiting' : 'waitingUnseen')

  const head = (
    <>
      <div className="leyden-row">
        <TextButton onClick={pay.back}>{say('back')}</TextButton>
        <span className="leyden-end" />
        <TestTag pay={pay} say={say} />
        <Countdown secondsLeft={pay.secondsLeft} label={(time) => say('timeLeft', { time })} />
      </div>
      <div className="leyden-row">
        <Avatar imageDataUrl={recipient.imageDataUrl} />
        <div className="leyden-grow">
          <h2
            className="leyden-title"
            tabIndex={-1}
            data-lead={pay.walletRefused ? undefined : ''}
            aria-label={titleOf(state, say)}
          >
            {say('amountSats', { amount })}{' '}
            {fiat && (
              <span className="leyden-quiet leyden-unbroken">{say('approximately', { amount: fiat })}</span>
            )}
          </h2>
          <div className="leyden-small leyden-muted">{say('to', { address: charge.address })}</div>
        </div>
      </div>
    </>
  )
  const code = fitsInvoiceQrCode(charge.invoice) ? (
    <QrCode {...invoiceSegments(charge.invoice)} name={say('qrCode', { amount, address: charge.address })} />
  ) : (
    <Note>{say('qrTooLong')}</Note>
  )
  const status = (
    <>
      <div className="leyden-small leyden-muted">{touch ? waiting : `${say('checked')} ${waiting}`}</div>
      <TimeBar charge={charge} secondsLeft={pay.secondsLeft} />
    </>
  )
  const browserWallet = pay.hasBrowserWallet && (
    <Button onClick={pay.payWithBrowserWallet}>{say('payInBrowserWallet')}</Button>
  )
  const claim = !isDetectable(charge) && (
    <div className="leyden-links">
      <TextButton onClick={pay.claimPaid}>{say('iHavePaid')}</TextButton>
    </div>
  )
  const notes = (
    <>
      {pay.walletRefused && (
        <Note tone="warn" leads>
          {say('walletRefused')}
        </Note>
      )}
      {pay.unclearCharge && <Note tone="warn">{unclearWords(pay.unclearCharge, say)}</Note>}
      {linkUsed && <Note>{say('nothingOpened')}</Note>}
      {pay.copyFailed === 'invoice' && <CopyByHand text={textOf('invoice', state) ?? ''} say={say} />}
    </>
  )

  return (
    <div className="leyden-invoice" data-qr={touch ? undefined : ''} ref={host}>
      {touch ? (
        <>
          {head}
          {browserWallet || (
            <ButtonLink href={link} onClick={() => setLinkUsed(true)}>
              {say('payInWallet')}
            </ButtonLink>
          )}
          <WalletList
            wallets={pay.wallets}
            invoice={charge.invoice}
            say={say}
            onOpen={() => setLinkUsed(true)}
          />
          <div className="leyden-links">
            <TextButton aria-expanded={qrAsked} onClick={() => setQrAsked(!qrAsked)}>
              {say(qrAsked ? 'hideQr' : 'showQr')}
            </TextButton>
            <TextButton onClick={copy}>{copyWords}</TextButton>
          </div>
          {qrAsked && code}
          {notes}
          {status}
          {claim}
        </>
      ) : (
        <>
          <div className="leyden-invoice-head">{head}</div>
          {code}
          <div className="leyden-side">
            {status}
            {notes}
            {browserWallet && <div className="leyden-choices">{browserWallet}</div>}
            <div className="leyden-choices">
              <Button look={browserWallet ? 'ghost' : 'main'} onClick={copy}>
                {copyWords}
              </Button>
              <ButtonLink look="ghost" href={link} onClick={() => setLinkUsed(true)}>
                {say('openWallet')}
              </ButtonLink>
            </div>
            {claim}
          </div>
        </>
      )}
    </div>
  )
}

function Countdown({ secondsLeft, label }: { secondsLeft: number; label: (time: string) => string }) {
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(secondsLeft / 3600),
    Math.floor((secondsLeft % 3600) / 60),
    secondsLeft % 60,
  ]
  const time = hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`
  return (
    <span className="leyden-small leyden-muted leyden-ltr" role="timer" aria-label={label(time)}>
      {time}
    </span>
  )
}

function TimeBar({
  charge,
  secondsLeft,
}: {
  charge: { createdAt: Date; expiresAt: Date }
  secondsLeft: number
}) {
  const whole = Math.max(1, Math.round((charge.expiresAt.getTime() - charge.createdAt.getTime()) / 1000))
  return (
    <progress className="leyden-bar" max={whole} value={Math.min(whole, secondsLeft)} aria-hidden="true" />
  )
}

/** Where neither clipboard nor command works: the text itself, ready to be selected. */
export function CopyByHand({ text, say }: { text: string; say: ViewProps['say'] }) {
  return (
    <label>
      <span className="leyden-label">{say('copyFailed')}</span>
      <textarea
        className="leyden-invoice-text leyden-ltr"
        readOnly
        value={text}
        aria-label={say('invoiceText')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  )
}
