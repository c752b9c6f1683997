import type { Wallet } from './wallets.js'

/** Dark enough for white letters (WCAG 1.4.3). */
const COLORS = ['#5b3df5', '#0a6c74', '#a8326e', '#1d5fbf', '#8a4b08', '#2f6b2f']

/**
 * A wallet's picture, or a tile with its first letter: the logos of wallets are trademarks, which their owners give to
 * nobody to redistribute.
 */
export function WalletMark({ wallet: { name, icon } }: { wallet: Wallet }) {
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
