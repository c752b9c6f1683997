import { useState } from 'react'
import { RecipientBox } from '../../address/address-box.js'
import {
  Button,
  ButtonLink,
  type ButtonProps,
  SecondButton,
  TextButton,
} from '../../foundation/card/buttons.js'
import { Spinner, Title } from '../../foundation/card/parts.js'
import { useStageFocus } from '../../foundation/card/use-stage-focus.js'
import { Icon } from '../../foundation/icons/icon.js'
import { isInAppBrowser } from '../../foundation/page/in-app-browser.js'
import { titleOf } from '../texts/charge-texts.js'
import { InvoiceCode } from './invoice-code.js'
import {
  BrowserWalletButton,
  ClaimButton,
  InvoiceBar,
  InvoiceNotes,
  InvoiceStatus,
  NoWalletHint,
  PaymentHead,
} from './invoice-parts.js'
import { LargeAmount } from './large-amount.js'
import { NoteText } from './note-text.js'
import type { ViewProps } from './pay-context.js'
import { PlayWallet } from './play-wallet.js'
import { useHandOff } from './use-hand-off.js'
import { WalletConnect, WalletList } from './wallet-buttons.js'

/**
 * The invoice on a phone, where the wallet usually is on the same device. The first view looks like the form of a fixed
 * order, and has the link to the wallet in the place of its button. Each further view replaces the one before: other
 * ways to pay, all wallets, or the code for another device.
 */
export function PhoneInvoice(props: ViewProps<'awaiting'>) {
  const { pay, t, state, root } = props
  const { charge, recipient } = state
  const { wallets } = pay
  const { outcome, follow } = useHandOff()
  const [view, setView] = useState<'first' | 'others' | 'wallets' | 'code'>('first')
  useStageFocus(root, view)
  const isNothing = outcome === 'nothing'
  const progress = (
    <>
      <div role="status">
        {outcome === 'none' ? (
          <InvoiceStatus {...props} />
        ) : (
          <div className="ly-marked ly-small ly-muted">
            {isNothing ? <Icon name="warning" /> : <Spinner />}
            <span className="ly-grow">{t(isNothing ? 'nothingOpened' : 'connectingWallet')}</span>
          </div>
        )}
      </div>
      <InvoiceNotes {...props} />
    </>
  )
  if (view !== 'first')
    return (
      <>
        <InvoiceBar onBack={() => setView(view === 'others' ? 'first' : 'others')} />
        <div className="ly-body">
          <PaymentHead state={state} leads={!state.walletRefused} />
          {progress}
          <ClaimButton {...props} />
        </div>
        <div className="ly-body">
          {view === 'code' ? (
            <InvoiceCode charge={charge} />
          ) : (
            <WalletList onOpen={follow} onMore={view === 'others' && (() => setView('wallets'))} />
          )}
          {view === 'others' && (
            <>
              <div className="ly-actions">
                <CopyButton {...props} look="ghost" />
                <SecondButton icon="scan" onClick={() => setView('code')}>
                  {t('showQr')}
                </SecondButton>
              </div>
              <NoWalletHint />
            </>
          )}
        </div>
      </>
    )
  const connect = wallets.connection && <WalletConnect connection={wallets.connection} />
  const isConnected = wallets.connection?.name !== undefined
  // There a link often opens nothing, and the person takes the invoice to the wallet.
  const isCopyMain = isInAppBrowser() && !isConnected && !wallets.hasBrowserWallet
  const isLinkMain = !isConnected && !isCopyMain && !isNothing
  const showOthers = () => setView('others')
  return (
    <>
      <InvoiceBar onBack={pay.actions.back} />
      <div className="ly-body">
        <RecipientBox address={charge.address} recipient={recipient} label={t('addressLabel')} t={t} />
        <Title
          className="ly-title ly-row ly-beside"
          leads={!state.walletRefused}
          aria-label={titleOf(state, t)}
        >
          <LargeAmount amount={{ ...charge, price: charge.price ?? pay.view.fiat }} />
        </Title>
        {charge.note && <NoteText>{charge.note}</NoteText>}
      </div>
      <div className="ly-body">
        <PlayWallet {...props} progress={progress}>
          {isConnected && connect}
          {isCopyMain && <CopyButton {...props} />}
          {wallets.hasBrowserWallet ? (
            <BrowserWalletButton />
          ) : (
            <ButtonLink
              look={isLinkMain ? 'main' : 'ghost'}
              icon="wallet"
              {...wallets.getInvoiceLinkProps()}
              onClick={follow}
              // A wallet may have paid it already.
              data-ly-open={isLinkMain && !wallets.unclearCharge ? '' : undefined}
            >
              {t('openWallet')}
            </ButtonLink>
          )}
          {progress}
          {!isConnected && connect}
          <ClaimButton {...props} />
          {isNothing && !isConnected && !isCopyMain ? (
            <Button onClick={showOthers}>{t('otherWays')}</Button>
          ) : (
            <TextButton onClick={showOthers}>{t('otherWays')}</TextButton>
          )}
        </PlayWallet>
      </div>
    </>
  )
}

function CopyButton({ screen, t, root, look }: ViewProps<'awaiting'> & Pick<ButtonProps, 'look'>) {
  return (
    <Button look={look} icon="copy" onClick={() => screen.copy('invoice', root.current)}>
      {t(screen.copied === 'invoice' ? 'copied' : 'copyInvoice')}
    </Button>
  )
}
