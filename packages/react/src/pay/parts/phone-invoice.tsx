import { useEffect, useId, useState } from 'react'
import { RecipientBox } from '../../address/address-box.js'
import {
  Button,
  ButtonLink,
  type ButtonProps,
  SecondButton,
  TextButton,
} from '../../foundation/card/buttons.js'
import { Spinner, Title } from '../../foundation/card/parts.js'
import { Icon } from '../../foundation/icons/icon.js'
import { isInAppBrowser } from '../../foundation/page/in-app-browser.js'
import { titleOf } from '../texts/pay-texts.js'
import { InvoiceCode } from './invoice-code.js'
import {
  BrowserWalletButton,
  ClaimButton,
  InvoiceBar,
  InvoiceNotes,
  InvoiceStatus,
  NoWalletHint,
} from './invoice-parts.js'
import { LargeAmount } from './large-amount.js'
import { NoteText } from './note-text.js'
import type { ViewProps } from './pay-context.js'
import { useHandOff } from './use-hand-off.js'
import { WalletConnect, WalletList } from './wallet-buttons.js'

/**
 * The invoice on a phone, where the wallet usually is on the same device. It looks like the form of a fixed order, and
 * has the link to the wallet in the place of its button.
 */
export function PhoneInvoice(props: ViewProps<'awaiting'>) {
  const { pay, t, state } = props
  const { charge, recipient } = state
  const { wallets, view } = pay
  const { outcome, follow } = useHandOff()
  const others = useId()
  const [areOthersAsked, setOthersAsked] = useState<boolean>()
  const areOthersShown = areOthersAsked ?? (outcome === 'nothing' || outcome === 'returned')
  const connect = wallets.connection && <WalletConnect connection={wallets.connection} />
  const isConnected = wallets.connection?.name !== undefined
  // There a link often opens nothing, and the person takes the invoice to the wallet.
  const isCopyMain = isInAppBrowser() && !isConnected && !wallets.hasBrowserWallet
  return (
    <>
      <InvoiceBar />
      <div className="ly-body">
        <RecipientBox address={charge.address} recipient={recipient} label={t('addressLabel')} t={t} />
        <Title
          className="ly-title ly-row ly-beside"
          leads={!state.walletRefused}
          aria-label={titleOf(state, t)}
        >
          <LargeAmount amount={{ ...charge, price: charge.price ?? view.fiat }} />
        </Title>
        {charge.note && <NoteText>{charge.note}</NoteText>}
      </div>
      <div className="ly-body">
        {isConnected && connect}
        {isCopyMain && <CopyButton {...props} />}
        {wallets.hasBrowserWallet ? (
          <BrowserWalletButton />
        ) : (
          <ButtonLink
            look={isConnected || isCopyMain ? 'ghost' : 'main'}
            icon="wallet"
            {...wallets.getInvoiceLinkProps()}
            onClick={follow}
            // A wallet may have paid it already.
            data-ly-open={isConnected || isCopyMain || wallets.unclearCharge ? undefined : ''}
          >
            {t('openWallet')}
          </ButtonLink>
        )}
        <div role="status">
          {outcome === 'opening' || outcome === 'nothing' ? (
            <div className="ly-marked ly-small ly-muted">
              {outcome === 'opening' ? <Spinner /> : <Icon name="warning" />}
              <span className="ly-grow">
                {t(outcome === 'opening' ? 'connectingWallet' : 'nothingOpened')}
              </span>
            </div>
          ) : (
            <InvoiceStatus {...props} />
          )}
        </div>
        <InvoiceNotes {...props} />
        {!isConnected && connect}
        <ClaimButton {...props} />
        <TextButton
          aria-expanded={areOthersShown}
          aria-controls={others}
          onClick={() => setOthersAsked(!areOthersShown)}
        >
          {t('otherWays')}
        </TextButton>
      </div>
      {areOthersShown && (
        <div className="ly-body ly-others" id={others}>
          <WalletList onOpen={follow} />
          <div className="ly-body">
            <OtherDevice {...props} isCopyMain={isCopyMain} />
            <NoWalletHint />
          </div>
        </div>
      )}
    </>
  )
}

/** What another device, or an app that takes no link, needs: the code, and the text. */
function OtherDevice({ isCopyMain, ...props }: ViewProps<'awaiting'> & { isCopyMain: boolean }) {
  const { t, root, state } = props
  const [isCodeShown, setCodeShown] = useState(false)
  useEffect(() => {
    if (isCodeShown) root.current?.querySelector('.ly-qr')?.scrollIntoView?.({ block: 'nearest' })
  }, [isCodeShown, root])
  return (
    <>
      <div className="ly-actions">
        {!isCopyMain && <CopyButton {...props} look="ghost" />}
        <SecondButton icon="scan" aria-expanded={isCodeShown} onClick={() => setCodeShown(!isCodeShown)}>
          {t('showQr')}
        </SecondButton>
      </div>
      {isCodeShown && <InvoiceCode charge={state.charge} />}
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
