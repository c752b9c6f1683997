import { Avatar } from '../../address/avatar.js'
import { AddressText } from '../../foundation/card/address-text.js'
import { ButtonLink, SecondButton } from '../../foundation/card/buttons.js'
import { Note, Title } from '../../foundation/card/parts.js'
import { Icon } from '../../foundation/icons/icon.js'
import { printAmount } from '../fields/amount-text.js'
import { checkedText } from '../texts/check-texts.js'
import { titleOf } from '../texts/pay-texts.js'
import { InvoiceCode, isScannable } from './invoice-code.js'
import {
  BrowserWalletButton,
  ClaimButton,
  InvoiceBar,
  InvoiceNotes,
  InvoiceStatus,
  NoWalletHint,
} from './invoice-parts.js'
import type { ViewProps } from './pay-context.js'
import { PhoneInvoice } from './phone-invoice.js'
import { useHandOff } from './use-hand-off.js'
import { useConnectFocus, WalletConnect } from './wallet-buttons.js'

export function InvoiceView(props: ViewProps<'awaiting'>) {
  const { wallets } = props.pay
  useConnectFocus(props.root, wallets.connection)
  return props.screen.isTouch ? <PhoneInvoice {...props} /> : <DeskInvoice {...props} />
}

/** The invoice on a computer, where the wallet is on another device: the code leads. */
function DeskInvoice(props: ViewProps<'awaiting'>) {
  const { pay, screen, t, root, state } = props
  const { charge, recipient } = state
  const { wallets, view } = pay
  const { outcome, follow } = useHandOff()
  // A charge that another page requested has no price stored with it.
  const printed = printAmount({ ...charge, price: charge.price ?? view.fiat }, t)
  const connect = wallets.connection && <WalletConnect connection={wallets.connection} />
  const isConnected = wallets.connection?.name !== undefined
  return (
    <>
      <div className="ly-body">
        <InvoiceBar />
        <div className="ly-row">
          <Avatar imageDataUrl={recipient.imageDataUrl} />
          <div className="ly-grow">
            <Title translate="no" leads={!state.walletRefused} aria-label={titleOf(state, t)}>
              <AddressText text={printed.main} />{' '}
              {printed.other && <span className="ly-small ly-muted ly-unbroken">{printed.other}</span>}
            </Title>
            <div className="ly-small ly-muted">
              <AddressText text={t('to', { address: charge.address })} />
            </div>
          </div>
        </div>
        {isScannable(charge) && (
          <div className="ly-row ly-strong">
            <Icon name="scan" />
            <AddressText text={t('scanQr')} />
          </div>
        )}
      </div>
      <InvoiceCode charge={charge} />
      <div className="ly-body ly-grow">
        <InvoiceStatus {...props} before={checkedText(charge, t)} />
        {outcome === 'nothing' && <Note>{t('nothingOpened')}</Note>}
        <InvoiceNotes {...props} />
        {isConnected && connect}
        {wallets.hasBrowserWallet && <BrowserWalletButton />}
        <div className="ly-actions">
          <SecondButton icon="copy" onClick={() => screen.copy('invoice', root.current)}>
            {t(screen.copied === 'invoice' ? 'copied' : 'copyInvoice')}
          </SecondButton>
          <ButtonLink look="ghost" icon="wallet" {...wallets.getInvoiceLinkProps()} onClick={follow}>
            {t('openWallet')}
          </ButtonLink>
        </div>
        {!isConnected && connect}
        <ClaimButton {...props} />
        <NoWalletHint />
      </div>
    </>
  )
}
