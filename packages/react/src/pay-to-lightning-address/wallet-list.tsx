import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../card/parts.js'
import type { ViewProps } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { WalletMark } from './wallet-mark.js'
import { lastWallet, orderWallets, rememberWallet } from './wallets.js'

interface WalletListProps {
  pay: PayHandle
  t: ViewProps['t']
  onOpen: () => void
}

/** How many are listed before "More…". */
const FIRST = 2

/** Wallets by name and mark, the one that was used last first. */
export function WalletList({ pay, t, onOpen }: WalletListProps) {
  const { wallets, getInvoiceLinkProps } = pay
  const [all, setAll] = useState(false)
  // Read once: a list that reorders itself under a finger opens the wrong wallet.
  const [last] = useState(lastWallet)
  const list = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[FIRST]?.focus()
  }, [all])
  if (wallets.length === 0) return null
  const ordered = orderWallets(wallets, last)
  const shown = all || ordered.length <= FIRST + 1 ? ordered : ordered.slice(0, FIRST)
  return (
    <div className="ly-wallets" ref={list}>
      {shown.map((wallet) => (
        <ButtonLink
          key={wallet.name}
          look="ghost"
          size="small"
          {...getInvoiceLinkProps(wallet)}
          onClick={() => {
            rememberWallet(wallet.name)
            onOpen()
          }}
        >
          <WalletMark wallet={wallet} />
          {wallet.name}
        </ButtonLink>
      ))}
      {shown.length < ordered.length && (
        <Button look="ghost" size="small" aria-expanded={false} onClick={() => setAll(true)}>
          {t('moreWallets')}
        </Button>
      )}
    </div>
  )
}
