import type { ViewProps } from './pay-context.js'

/** For people without a wallet: what they need, and where the page sells bitcoin, if it does. */
export function NoWalletHint({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const { buyBitcoinUrl } = pay
  if (!pay.walletHint || pay.hasBrowserWallet || pay.walletConnection?.name !== undefined) return null
  // In a tab of its own, so that the invoice stays.
  const isHere = buyBitcoinUrl?.startsWith('#')
  return (
    <div className="ly-small ly-muted">
      {t('noWallet')}{' '}
      {buyBitcoinUrl && (
        <a
          className="ly-link"
          href={buyBitcoinUrl}
          target={isHere ? undefined : '_blank'}
          rel={isHere ? undefined : 'noopener'}
        >
          {t('buyBitcoin')}
        </a>
      )}
    </div>
  )
}
