import { askShop } from './shop-server.js'

/**
 * Simulates a wallet extension (WebLN) that pays with the sandbox's money. If it `isLying`, it returns a preimage that
 * does not belong to the invoice. @returns a function that removes it from the page
 */
export function installBrowserWallet({ isLying }: { isLying: boolean }): () => void {
  const webln = {
    enable: async () => {},
    sendPayment: (invoice: string) => askShop<{ preimage: string }>('/wallet/pay', { invoice, lie: isLying }),
  }
  Object.assign(window, { webln })
  // An extension may load late, and fires an event then.
  document.dispatchEvent(new Event('webln:ready'))
  return () => void Reflect.deleteProperty(window, 'webln')
}
