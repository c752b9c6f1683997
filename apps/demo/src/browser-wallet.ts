import { askShop } from './shop-server.js'

/** What a wallet extension puts on `window` (WebLN), as far as it is needed to pay. */
interface WeblnProvider {
  enable(): Promise<void>
  sendPayment(invoice: string): Promise<{ preimage: string }>
}

declare global {
  interface Window {
    webln?: WeblnProvider
  }
}

/**
 * Plays the part of a wallet extension; its money is the sandbox's. While `isLying()` it gives a preimage that
 * does not belong to the invoice. Returns how to take it out of the page again.
 */
export function installBrowserWallet(isLying: () => boolean): () => void {
  const wallet: WeblnProvider = {
    enable: async () => {},
    sendPayment: (invoice) => askShop('/wallet/pay', { invoice, lie: isLying() }),
  }
  window.webln = wallet
  // An extension may load late, and announces itself.
  document.dispatchEvent(new Event('webln:ready'))
  return () => {
    if (window.webln === wallet) delete window.webln
  }
}
