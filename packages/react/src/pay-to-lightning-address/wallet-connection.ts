import { createListeners, messageReference } from '@leyden/core/internal'
import { readJson, writeJson } from '../widget/json-storage.js'
import type { BrowserWallet } from './browser-wallet.js'

/**
 * What lets a person connect a wallet to the page. `@getalby/bitcoin-connect` is one as it is; only `requestProvider`
 * is needed.
 */
export interface WalletConnector {
  /**
   * The connected wallet, as a WebLN provider. Without one it asks the person to connect one, and rejects when the
   * person closes that.
   */
  requestProvider(): Promise<BrowserWallet>
  /** Calls back when the wallet of an earlier visit connects again; at once if it does so now. */
  onConnecting?(listener: () => void): () => void
  /** Calls back when a wallet is connected; at once if one is. */
  onConnected?(listener: (wallet: BrowserWallet) => void): () => void
  /**
   * Calls the listener when a wallet is disconnected.
   *
   * @returns a function that unsubscribes
   */
  onDisconnected?(listener: () => void): () => void
  /** Disconnects the wallet, here and for later visits. */
  disconnect?(): void
  /** Describes the connected wallet. */
  getConnectorConfig?():
    | {
        /** The name that the widget shows for the wallet. */
        connectorName: string
      }
    | undefined
}

/** Loads what connects wallets. Called when a person presses, never before. */
export type ConnectWallet = () => Promise<WalletConnector>

/** The state of the connection to the person's wallet. */
export interface WalletConnection {
  /**
   * `opening`: the connector is loading, the person chooses a wallet, or the wallet of an earlier visit is connecting;
   * `failed`: the connector could not be loaded.
   */
  status: 'ready' | 'opening' | 'failed'
  /** The connected wallet, also one of an earlier visit; empty where it has no name, undefined where there is none. */
  name: string | undefined
}

const KEY = 'leyden:connected-wallet'

/** For how long the wallet of an earlier visit may take to connect, before the person is asked to connect one. */
const RECONNECT_MS = 15_000

/** On a server, and while a page is hydrated. */
export const noWallet: WalletConnection = { status: 'ready', name: undefined }

/**
 * The wallet that a person has connected to this page: one for all widgets, because the connector has one. The
 * connector remembers the wallet; kept here is its name alone, so that nothing is loaded before it is used.
 */
export function createWalletConnection() {
  let state: WalletConnection | undefined
  let wallet: BrowserWallet | undefined
  let connector: WalletConnector | undefined
  let unsubscribe = () => {}
  const { subscribe, notify } = createListeners()

  const getState = (): WalletConnection => {
    const name = state ?? readJson(() => localStorage, KEY)
    state ??= typeof name === 'string' ? { status: 'ready', name } : noWallet
    return state
  }
  const set = (next: Partial<WalletConnection>) => {
    state = { ...getState(), ...next }
    notify()
  }
  const setWallet = (next: BrowserWallet | undefined) => {
    wallet = next
    const name = next && (connector?.getConnectorConfig?.()?.connectorName ?? '')
    writeJson(() => localStorage, KEY, name)
    set({ name })
  }

  /** Loads the connector, and waits for the wallet of an earlier visit. @throws what loading it throws. */
  const load = async (connectWallet: ConnectWallet): Promise<WalletConnector> => {
    const loaded = await connectWallet()
    if (loaded !== connector) {
      unsubscribe()
      connector = loaded
      wallet = undefined
      const stops = [loaded.onConnected?.(setWallet), loaded.onDisconnected?.(() => setWallet(undefined))]
      unsubscribe = () => {
        for (const stop of stops) stop?.()
      }
    }
    let isConnecting = false
    loaded.onConnecting?.(() => {
      isConnecting = true
    })()
    if (isConnecting && !wallet) await nextWallet(loaded)
    return loaded
  }

  /** Runs `act` on the loaded connector, and shows that it is at work. What `act` throws is the person's refusal. */
  const open = async (connectWallet: ConnectWallet, act: (loaded: WalletConnector) => unknown) => {
    if (getState().status === 'opening') return
    set({ status: 'opening' })
    let loaded: WalletConnector
    try {
      loaded = await load(connectWallet)
    } catch (error) {
      console.warn(
        `Leyden could not load what connectWallet loads. See ${messageReference('connectwallet-could-not-be-loaded')}`,
        error,
      )
      return set({ status: 'failed' })
    }
    try {
      await act(loaded)
    } catch {
      // Closed without a wallet. One of an earlier visit that did not come back is gone, too.
      setWallet(wallet)
    }
    set({ status: 'ready' })
  }

  const ask = async (loaded: WalletConnector) => {
    if (wallet) return
    await leaveFullscreen()
    setWallet(await loaded.requestProvider())
  }

  return {
    getState,
    /** The wallet, where it is connected now. */
    wallet: () => wallet,
    subscribe,
    /** Lets the person connect a wallet. */
    connect: (connectWallet: ConnectWallet) => open(connectWallet, ask),
    /**
     * The wallet that the page names, connected. Undefined where that is not the one which connects: the person, who
     * has pressed for another, sees its name first.
     */
    async reconnect(connectWallet: ConnectWallet): Promise<BrowserWallet | undefined> {
      if (wallet) return wallet
      const { name } = getState()
      let found: BrowserWallet | undefined
      await open(connectWallet, (loaded) => {
        if (wallet && getState().name === name) found = wallet
        return ask(loaded)
      })
      return found
    },
    /** Disconnects the wallet, here and in the connector, which is loaded for it. */
    disconnect: (connectWallet: ConnectWallet) =>
      open(connectWallet, (loaded) => {
        loaded.disconnect?.()
        setWallet(undefined)
      }),
  }
}

/** Resolves when a wallet is connected, or takes too long. */
function nextWallet(connector: WalletConnector): Promise<void> {
  let unsubscribe: (() => void) | undefined
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RECONNECT_MS)
    unsubscribe = connector.onConnected?.(() => {
      clearTimeout(timer)
      resolve()
    })
  }).finally(() => unsubscribe?.())
}

/** A connector's window is in the body of the page, and hidden while an element is in fullscreen. */
async function leaveFullscreen(): Promise<void> {
  const { fullscreenElement, body } = document
  if (fullscreenElement && !fullscreenElement.contains(body)) await document.exitFullscreen().catch(() => {})
}

export const walletConnection = createWalletConnection()
