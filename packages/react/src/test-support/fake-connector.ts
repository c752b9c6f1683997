import { vi } from 'vitest'
import type { BrowserWallet, WalletConnector } from '../foundation/provider/connect-wallet.js'

interface FakeConnectorOptions {
  name?: string
  /** The wallet that the person chooses. */
  chooses?: Partial<BrowserWallet>
  /** The wallet of an earlier visit, which reconnects shortly after the connector is loaded. */
  earlier?: Partial<BrowserWallet>
  requestProvider?: () => Promise<BrowserWallet>
}

/** Behaves like `@getalby/bitcoin-connect`, without a dialog. */
export function fakeConnector({
  name = 'Test wallet',
  chooses = {},
  earlier,
  requestProvider,
}: FakeConnectorOptions = {}) {
  const listeners = { connected: new Set<(wallet: BrowserWallet) => void>(), gone: new Set<() => void>() }
  let wallet: BrowserWallet | undefined
  let isConnecting = earlier !== undefined
  const connect = (methods: Partial<BrowserWallet>) => {
    wallet = { enable: async () => {}, sendPayment: async () => undefined, ...methods }
    isConnecting = false
    for (const listener of [...listeners.connected]) listener(wallet)
    return wallet
  }
  if (earlier) setTimeout(() => connect(earlier), 20)
  return {
    requestProvider: vi.fn(requestProvider ?? (async () => wallet ?? connect(chooses))),
    onConnecting(listener) {
      if (isConnecting) listener()
      return () => {}
    },
    onConnected(listener) {
      if (wallet) listener(wallet)
      listeners.connected.add(listener)
      return () => void listeners.connected.delete(listener)
    },
    onDisconnected(listener) {
      listeners.gone.add(listener)
      return () => void listeners.gone.delete(listener)
    },
    disconnect: vi.fn(() => {
      wallet = undefined
      for (const listener of [...listeners.gone]) listener()
    }),
    getConnectorConfig: () => (wallet ? { connectorName: name } : undefined),
  } satisfies WalletConnector
}
