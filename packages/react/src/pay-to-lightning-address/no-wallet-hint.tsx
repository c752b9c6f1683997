import type { ViewProps } from './pay-context.js'

/** The hint for people without a wallet: what they need, and a link if the page sells bitcoin. */
export function NoWalletHint({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const { buyBitcoinUrl } = pay
  if (!pay.walletHint || pay.hasBrowserWallet || pay.walletConnection?.name !== undefined) return null
  // The link opens a new tab, so that the invoice stays on the screen.
  const isHere = buyBitcoinUrl?.startsWith('#')
  return (
    <div className="ly-small ly-muted">
      {t('noWallet')}{' '}
      {buyBitcoinUrl && (
        <a className="ly-link" href={buyBitcoinUrl} target={isHere ? undefined : '_blank'} rel="noopener">
          {t('buyBitcoin')}
        </a>
      )}
    </div>
  )
}
