import { useEffect, useState } from 'react'
import { Avatar } from '../../address/avatar.js'
import { Button, ButtonLink, SecondButton, TextButton } from '../../foundation/card/buttons.js'
import { Note, Spinner, Title } from '../../foundation/card/parts.js'
import { fitsQrCode, QrCode } from '../../foundation/card/qr-code.js'
import { countdown } from '../../foundation/page/countdown.js'
import { printAmount } from '../fields/amount-text.js'
import { isSeen } from '../flow/shown-charge.js'
import { checkedText } from '../texts/check-texts.js'
import { chargeText, outageText, titleOf } from '../texts/pay-texts.js'
import { invoiceSegments } from './invoice-segments.js'
import { usePayContext, type ViewProps } from './pay-context.js'
import { TestTag } from './view-head.js'
import { useConnectFocus, WalletConnect, WalletList } from './wallet-buttons.js'

/** The clock is seen in the last five minutes of an invoice. Before that it would only hurry people. */
const HURRY_SECONDS = 300

export function InvoiceView({ pay, t, root, state }: ViewProps<'awaiting'>) {
  const { charge, recipient } = state
  const [qrAsked, setQrAsked] = useState(false)
  const [linkUsed, setLinkUsed] = useState(false)
  const { wallets, view } = pay
  const { connection } = wallets
  useConnectFocus(root, connection)
  useEffect(() => {
    if (qrAsked) root.current?.querySelector('.ly-qr')?.scrollIntoView?.({ block: 'nearest' })
  }, [qrAsked, root])

  // A charge that another page requested has no price stored with it.
  const printed = printAmount({ ...charge, price: charge.price ?? view.fiat }, t)
  const copy = () => pay.actions.copy('invoice', root.current)
  const copyText = t(view.copied === 'invoice' ? 'copied' : 'copyInvoice')
  const link = { ...wallets.getInvoiceLinkProps(), onClick: () => setLinkUsed(true) }
  const isConnected = connection?.name !== undefined
  const seen = isSeen(state) || wallets.hasBrowserWallet || isConnected
  const outage = outageText(pay, t)
  const waiting = t(seen ? 'waiting' : 'waitingUnseen')
  const time = countdown(view.secondsLeft)
  const isHurried = view.secondsLeft <= HURRY_SECONDS

  const head = (
    <>
      <div className="ly-row">
        <TextButton onClick={pay.actions.back}>{t('back')}</TextButton>
        <span className="ly-grow" />
        <TestTag />
        <span
          className={isHurried ? 'ly-small ly-muted ly-ltr' : 'ly-hidden ly-ltr'}
          role="timer"
          aria-label={t('timeLeft', { time })}
        >
          {time}
        </span>
      </div>
      <div className="ly-row">
        <Avatar imageDataUrl={recipient.imageDataUrl} />
        <div className="ly-grow">
          <Title leads={!state.walletRefused} aria-label={titleOf(state, t)}>
            {printed.main}{' '}
            {printed.other && <span className="ly-small ly-muted ly-unbroken">{printed.other}</span>}
          </Title>
          <div className="ly-small ly-muted">{t('to', { address: charge.address })}</div>
        </div>
      </div>
    </>
  )
  const segments = invoiceSegments(charge.invoice)
  const isScannable = fitsQrCode(segments.text)
  const code = isScannable ? (
    <QrCode {...segments} name={chargeText('qrCode', charge, t)} />
  ) : (
    <Note>{t('qrTooLong')}</Note>
  )
  const status =
    outage !== undefined ? (
      <Note tone="warn">{outage}</Note>
    ) : (
      <div className="ly-row ly-small ly-muted">
        {seen && <Spinner />}
        <span className="ly-grow">{view.isTouch ? waiting : `${checkedText(charge, t)} ${waiting}`}</span>
      </div>
    )
  const browserWallet = wallets.hasBrowserWallet && (
    <Button look={isConnected ? 'ghost' : 'main'} onClick={pay.actions.payWithBrowserWallet}>
      {t('payInBrowserWallet')}
    </Button>
  )
  const connect = connection && <WalletConnect connection={connection} />
  const lessLikely = (
    <>
      {!isSeen(state) && <TextButton onClick={pay.actions.claimPaid}>{t('iHavePaid')}</TextButton>}
      <NoWalletHint />
    </>
  )
  const notes = (
    <>
      {state.walletRefused && (
        <Note tone="warn" leads>
          {t('walletRefused')}
        </Note>
      )}
      {wallets.unclearCharge && (
        <Note tone="warn">{chargeText('unclearNote', wallets.unclearCharge, t)}</Note>
      )}
      {linkUsed && <Note>{t('nothingOpened')}</Note>}
      {view.copyFailed === 'invoice' && <CopyByHand text={charge.invoice} />}
    </>
  )
  if (view.isTouch)
    return (
      <>
        {head}
        {isConnected && connect}
        {browserWallet || (
          <ButtonLink look={isConnected ? 'ghost' : 'main'} {...link}>
            {t('openWallet')}
          </ButtonLink>
        )}
        <WalletList onOpen={link.onClick} />
        {!isConnected && connect}
        <div className="ly-actions">
          <SecondButton size="small" aria-expanded={qrAsked} onClick={() => setQrAsked(!qrAsked)}>
            {t(qrAsked ? 'hideQr' : 'showQr')}
          </SecondButton>
          <SecondButton size="small" onClick={copy}>
            {copyText}
          </SecondButton>
        </div>
        {qrAsked && code}
        {notes}
        {status}
        {lessLikely}
      </>
    )
  return (
    <>
      <div className="ly-body">{head}</div>
      {code}
      <div className="ly-body ly-grow">
        <div>
          {isScannable && <div className="ly-strong">{t('scanQr')}</div>}
          {status}
        </div>
        {notes}
        {isConnected && connect}
        {browserWallet && <div className="ly-actions">{browserWallet}</div>}
        <div className="ly-actions">
          <SecondButton onClick={copy}>{copyText}</SecondButton>
          <ButtonLink look="ghost" {...link}>
            {t('openWallet')}
          </ButtonLink>
        </div>
        {!isConnected && connect}
        {lessLikely}
      </div>
    </>
  )
}

/** The hint for people without a wallet: what they need, and a link if the page sells bitcoin. */
function NoWalletHint() {
  const { pay, t } = usePayContext()
  const { buyBitcoinUrl, hasHint, hasBrowserWallet, connection } = pay.wallets
  if (!hasHint || hasBrowserWallet || connection?.name !== undefined) return null
  // The link opens a new tab, so that the invoice stays on the screen.
  const target = buyBitcoinUrl?.startsWith('#') ? undefined : '_blank'
  return (
    <div className="ly-small ly-muted">
      {t('noWallet')}{' '}
      {buyBitcoinUrl && (
        <a className="ly-link" href={buyBitcoinUrl} target={target} rel="noopener">
          {t('buyBitcoin')}
        </a>
      )}
    </div>
  )
}

/** The text itself, to be selected by hand, if neither the clipboard nor the copy command works. */
export function CopyByHand({ text, name }: { text: string; name?: string }) {
  const { t } = usePayContext()
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
