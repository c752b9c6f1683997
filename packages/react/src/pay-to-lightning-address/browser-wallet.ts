/** The methods of a WebLN provider that we use (webln.guide). */
export interface BrowserWallet {
  enable(): Promise<unknown>
  sendPayment(invoice: string): Promise<{ preimage?: unknown } | undefined>
  /** Only wallets that can report a payment later have it, such as those connected by Nostr Wallet Connect. */
  lookupInvoice?(of: { paymentHash: string }): Promise<{ preimage?: unknown; paid?: unknown } | undefined>
}

const ready = 'webln:ready'

/** Calls the listener when a wallet is added after the page was loaded. @returns a function that unsubscribes */
export function onBrowserWallet(notify: () => void): () => void {
  // In the capture phase, because some wallets dispatch the event on the document without bubbling.
  window.addEventListener(ready, notify, true)
  return () => window.removeEventListener(ready, notify, true)
}

/** The wallet of this browser (WebLN), if there is one. */
export function browserWallet(): BrowserWallet | null {
  const wallet = (window as { webln?: Partial<BrowserWallet> }).webln
  return typeof wallet?.sendPayment === 'function' && typeof wallet.enable === 'function'
    ? (wallet as BrowserWallet)
    : null
}
