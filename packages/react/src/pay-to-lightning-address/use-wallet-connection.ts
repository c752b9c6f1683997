import { useSyncExternalStore } from 'react'
import { noWallet, type WalletConnection, walletConnection } from './wallet-connection.js'

/** The wallet that a person has connected to this page. */
export function useWalletConnection(): WalletConnection {
  return useSyncExternalStore(walletConnection.subscribe, walletConnection.getState, () => noWallet)
}
