import { useSyncExternalStore } from 'react'
import { browserWallet, onBrowserWallet } from './browser-wallet.js'

/** Whether a wallet lives in this browser, also when it comes late. */
export function useHasBrowserWallet(): boolean {
  return useSyncExternalStore(
    onBrowserWallet,
    () => browserWallet() !== null,
    () => false,
  )
}
