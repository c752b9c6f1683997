import type { PayTranslate } from '../../foundation/messages/use-messages.js'

/** The button that pays with the connected wallet, which may have no name. */
export function walletText(name: string, t: PayTranslate): string {
  return name ? t('payWithWallet', { name }) : t('payWithConnectedWallet')
}
