import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../card/buttons.js'
import { readJson, writeJson } from '../widget/json-storage.js'
import { usePayContext } from './pay-context.js'
import { orderWallets, type Wallet } from './wallets.js'

const KEY = 'leyden:wallet'
const device = () => localStorage

/** How many are listed before "More…". */
const FIRST = 2

/** Wallets with name and picture; the one that was used last comes first. */
export function WalletList({ onOpen }: { onOpen: () => void }) {
  const { pay, t } = usePayContext()
  const { wallets, getInvoiceLinkProps } = pay
  const [all, setAll] = useState(false)
  // The order is read once: if the list changed its order under a finger, the wrong wallet would open.
  const [last] = useState(() => readJson(device, KEY))
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
            writeJson(device, KEY, wallet.name)
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

/** Dark enough for white letters (WCAG 1.4.3). */
const COLORS = ['#5b3df5', '#0a6c74', '#a8326e', '#1d5fbf', '#8a4b08', '#2f6b2f']

/**
 * A wallet's picture, or a tile with its first letter. We ship no logos, because they are trademarks that we may not
 * redistribute.
 */
function WalletMark({ wallet: { name, icon } }: { wallet: Wallet }) {
  if (icon !== undefined) return <img className="ly-wallet-mark" src={icon} alt="" />
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <svg className="ly-wallet-mark" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="8" fill={COLORS[sum % COLORS.length]} />
      <text x="14" y="19.5" fill="#fff" fontSize="16" fontWeight="650" textAnchor="middle">
        {[...name][0]?.toUpperCase()}
      </text>
    </svg>
  )
}
