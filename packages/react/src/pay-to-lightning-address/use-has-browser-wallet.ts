import { useSyncExternalStore } from 'react'
import { browserWallet, onBrowserWallet } from './browser-wallet.js'

/** Whether this browser has a wallet (WebLN), also one that appears late. */
export function useHasBrowserWallet(): boolean {
  return useSyncExternalStore(
    onBrowserWallet,
    () => browserWallet() !== null,
    () => false,
  )
}
