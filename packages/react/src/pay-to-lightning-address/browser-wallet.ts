/** What we use of a WebLN provider (webln.guide). */
export interface BrowserWallet {
  enable(): Promise<unknown>
  sendPayment(invoice: string): Promise<{ preimage?: unknown } | undefined>
  /** Only in wallets that can report a payment later, such as those connected by Nostr Wallet Connect. */
  lookupInvoice?(of: { paymentHash: string }): Promise<{ preimage?: unknown; paid?: unknown } | undefined>
}

const ready = 'webln:ready'

/** Calls back when a wallet appears late. @returns a function that unsubscribes. */
export function onBrowserWallet(notify: () => void): () => void {
  // Captured: some wallets dispatch it on the document, without bubbling.
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
