import { useState } from 'react'
import { Button, ButtonLink } from '../card/parts.js'
import type { ViewProps } from './pay-card.js'
import { lastWallet, orderWallets, rememberWallet, type Wallet } from './wallets.js'

interface WalletListProps {
  wallets: readonly Wallet[]
  invoice: string
  say: ViewProps['say']
  onOpen: () => void
}

/** How many stand there before "More…". */
const FIRST = 2

/** Wallets by name, the one that was used last first. */
export function WalletList({ wallets, invoice, say, onOpen }: WalletListProps) {
  const [all, setAll] = useState(false)
  // Read once: a list that reorders itself under a finger opens the wrong wallet.
  const [last] = useState(lastWallet)
  if (wallets.length === 0) return null
  const ordered = orderWallets(wallets, last)
  const shown = all || ordered.length <= FIRST + 1 ? ordered : ordered.slice(0, FIRST)
  return (
    <div className="leyden-wallets">
      {shown.map(({ name, prefix }) => (
        <ButtonLink
          key={name}
          look="ghost"
          size="small"
          href={prefix + invoice}
          onClick={() => {
            rememberWallet(name)
            onOpen()
          }}
        >
          {name}
        </ButtonLink>
      ))}
      {shown.length < ordered.length && (
        <Button look="ghost" size="small" aria-expanded={false} onClick={() => setAll(true)}>
          {say('moreWallets')}
        </Button>
      )}
    </div>
  )
}
