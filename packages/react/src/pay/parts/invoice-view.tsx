import { AddressText } from '../../foundation/card/address-text.js'
import { ButtonLink, SecondButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { checkedText } from '../texts/check-texts.js'
import { InvoiceCode } from './invoice-code.js'
import {
  BrowserWalletButton,
  ClaimButton,
  Details,
  InvoiceBar,
  InvoiceNotes,
  InvoiceStatus,
  NoWalletHint,
  PaymentHead,
} from './invoice-parts.js'
import type { ViewProps } from './pay-context.js'
import { PhoneInvoice } from './phone-invoice.js'
import { PlayWallet } from './play-wallet.js'
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
  const { charge } = state
  const { wallets } = pay
  const { outcome, follow } = useHandOff()
  const connect = wallets.connection && <WalletConnect connection={wallets.connection} />
  const isConnected = wallets.connection?.name !== undefined
  return (
    <>
      <div className="ly-body">
        <InvoiceBar onBack={pay.actions.back} />
        <PaymentHead state={state} leads={!state.walletRefused} />
      </div>
      <InvoiceCode charge={charge} />
      <div className="ly-body ly-grow">
        <InvoiceStatus {...props} />
        {outcome === 'nothing' && <Note>{t('nothingOpened')}</Note>}
        <InvoiceNotes {...props} />
        <PlayWallet {...props}>
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
        </PlayWallet>
        <Details>
          <AddressText text={checkedText(charge, t)} />
        </Details>
      </div>
    </>
  )
}
