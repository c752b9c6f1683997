import { type RefObject, useEffect, useRef } from 'react'
import { Button, TextButton } from '../card/buttons.js'
import { Note } from '../card/parts.js'
import { usePayContext } from './pay-context.js'
import { walletText } from './pay-texts.js'
import type { WalletConnection } from './wallet-connection.js'

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
