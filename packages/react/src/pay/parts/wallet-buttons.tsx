import { type ComponentPropsWithoutRef, type RefObject, useEffect, useRef, useState } from 'react'
import { inElement } from '../../foundation/card/address-text.js'
import { Button, TextButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import type { WalletConnection } from '../engine/wallet-connection.js'
import { walletText } from '../texts/wallet-text.js'
import { orderWallets } from '../wallets/known-wallets.js'
import { usePayContext } from './pay-context.js'

const KEY = 'leyden:wallet'

/** How many are listed before "More…". */
const FIRST = 2

interface WalletListProps {
  onOpen: () => void
  /** Leads to the list of all wallets, which is shown without it. */
  onMore: (() => void) | false
}

/** A list of wallets by name, with a picture if the page has one. The one that was used last comes first. */
export function WalletList({ onOpen, onMore }: WalletListProps) {
  const { pay, t } = usePayContext()
  const { apps, getInvoiceLinkProps } = pay.wallets
  // The order is read once: if the list changed its order under a finger, the wrong wallet would open.
  const [last] = useState(() => readJson('browser', KEY))
  if (apps.length === 0) return null
  const ordered = orderWallets(apps, last)
  const isShort = onMore && ordered.length > FIRST + 1
  const shown = isShort ? ordered.slice(0, FIRST) : ordered
  return (
    <div className="ly-box ly-wallets" translate="no" data-ly-all={onMore ? undefined : ''}>
      {shown.map((wallet) => (
        <WalletLink
          key={wallet.name}
          {...getInvoiceLinkProps(wallet)}
          onClick={() => {
            writeJson('browser', KEY, wallet.name)
            onOpen()
          }}
        >
          {wallet.icon !== undefined && (
            <img className="ly-wallet-mark ly-picture" src={wallet.icon} alt="" />
          )}
          {inElement(wallet.name)}
        </WalletLink>
      ))}
      {isShort && (
        <button type="button" className="ly-wallet" translate="yes" onClick={onMore}>
          {t('moreWallets')}
        </button>
      )}
    </div>
  )
}

function WalletLink(props: Omit<ComponentPropsWithoutRef<'a'>, 'className'>) {
  return <a {...props} className="ly-wallet" />
}

/** "Connect a wallet", or the connected one, which pays with one tap. */
export function WalletConnect({ connection }: { connection: WalletConnection }) {
  const { pay, t } = usePayContext()
  const { name } = connection
  const isOpening = connection.status === 'opening'
  const isConnected = name !== undefined
  const { connectWallet, payWithConnectedWallet, disconnectWallet } = pay.actions
  return (
    <div className="ly-stack">
      {connection.status === 'failed' && <Note tone="warn">{t('connectWalletFailed')}</Note>}
      <Button
        look={isConnected ? 'main' : 'ghost'}
        icon="wallet"
        busy={isOpening}
        onClick={isConnected ? payWithConnectedWallet : connectWallet}
        data-ly-connect=""
      >
        {isConnected ? walletText(name, t) : t(isOpening ? 'connectingWallet' : 'connectWallet')}
      </Button>
      {isConnected && <TextButton onClick={disconnectWallet}>{t('disconnectWallet')}</TextButton>}
    </div>
  )
}

/** Returns the focus to the button when the connector's window has closed, because that window had the focus. */
export function useConnectFocus(host: RefObject<HTMLElement | null>, connection: WalletConnection | null) {
  const isOpening = connection?.status === 'opening'
  const wasOpening = useRef(isOpening)
  useEffect(() => {
    const { activeElement, body } = document
    if (wasOpening.current && !isOpening && (activeElement === body || activeElement === null))
      host.current?.querySelector<HTMLElement>('[data-ly-connect]')?.focus({ preventScroll: true })
    wasOpening.current = isOpening
  }, [isOpening, host])
}
