import { askShop } from './shop-server.js'

/** The part of a wallet extension's API (WebLN) that is needed to pay. */
interface WeblnProvider {
  enable(): Promise<void>
  sendPayment(invoice: string): Promise<{ preimage: string }>
}

declare global {
  interface Window {
    webln?: WeblnProvider | undefined
  }
}

/**
 * Simulates a wallet extension that pays with the sandbox's money. While `isLying()` it returns a preimage that does
 * not belong to the invoice. @returns a function that removes it from the page
 */
export function installBrowserWallet(isLying: () => boolean): () => void {
  const wallet: WeblnProvider = {
    enable: async () => {},
    sendPayment: (invoice) => askShop('/wallet/pay', { invoice, lie: isLying() }),
  }
  window.webln = wallet
  // An extension may load late, and fires an event then.
  document.dispatchEvent(new Event('webln:ready'))
  return () => {
    if (window.webln === wallet) delete window.webln
  }
}
