import { shareListener } from '../foundation/page/listen.js'
import type { BrowserWallet } from '../foundation/provider/connect-wallet.js'

const ready = 'webln:ready'

/** Calls the listener when a wallet is added after the page was loaded. @returns a function that unsubscribes */
export const onBrowserWallet = shareListener((notify) => {
  const added = () => notify()
  // In the capture phase, because some wallets dispatch the event on the document without bubbling.
  window.addEventListener(ready, added, true)
  return () => window.removeEventListener(ready, added, true)
})

/** The wallet of this browser (WebLN), if there is one. */
export function browserWallet(): BrowserWallet | null {
  const wallet = (window as { webln?: Partial<BrowserWallet> }).webln
  return typeof wallet?.sendPayment === 'function' && typeof wallet.enable === 'function'
    ? (wallet as BrowserWallet)
    : null
}
