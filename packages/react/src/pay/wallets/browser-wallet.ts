import { createListeners } from '@leyden/core/internal'
import { shareListener } from '../../foundation/page/listen.js'
import type { BrowserWallet } from '../../foundation/provider/connect-wallet.js'

const ready = 'webln:ready'

/** Calls the listener when a wallet is added after the page was loaded. @returns a function that unsubscribes */
export const onBrowserWallet = shareListener((notify) => {
  const added = () => notify()
  // In the capture phase, because some wallets dispatch the event on the document without bubbling.
  window.addEventListener(ready, added, true)
  return () => window.removeEventListener(ready, added, true)
})

const choice = createListeners()
let chosen: BrowserWallet | null = null

/** Chooses the wallet that "Pay" asks at once from now on, until the page is left; null for none. */
export function chooseBrowserWallet(wallet: BrowserWallet | null): void {
  chosen = wallet
  choice.notify()
}

/** Calls the listener when another wallet is chosen. @returns a function that unsubscribes */
export const onWalletChosen = choice.subscribe

/** The wallet of this browser, if it has paid on this page. */
export function chosenBrowserWallet(): BrowserWallet | null {
  return chosen !== null && chosen === browserWallet() ? chosen : null
}

/** The wallet of this browser (WebLN), if there is one. */
export function browserWallet(): BrowserWallet | null {
  const wallet = (window as { webln?: Partial<BrowserWallet> }).webln
  return typeof wallet?.sendPayment === 'function' && typeof wallet.enable === 'function'
    ? (wallet as BrowserWallet)
    : null
}
