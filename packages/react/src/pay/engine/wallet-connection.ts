import { callAll, createListeners, messageReference } from '@leyden/core/internal'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import type {
  BrowserWallet,
  ConnectWallet,
  WalletConnector,
} from '../../foundation/provider/connect-wallet.js'

/** The state of the connection to the person's wallet. */
export interface WalletConnection {
  /**
   * `opening`: the connector is loading, the person chooses a wallet, or the wallet of an earlier visit is connecting;
   * `failed`: the connector could not be loaded.
   */
  status: 'ready' | 'opening' | 'failed'
  /**
   * The name of the connected wallet, also one of an earlier visit; empty if it has no name, undefined if there is
   * none.
   */
  name: string | undefined
}

const KEY = 'leyden:connected-wallet'

/**
 * How long the wallet of an earlier visit may take to reconnect before the person is asked to connect one, in
 * milliseconds.
 */
const RECONNECT_MS = 15_000

const noWallet: WalletConnection = { status: 'ready', name: undefined }

/**
 * The wallet that a person has connected to this page: one for all widgets, because the connector has one. The
 * connector remembers the wallet. We store only its name, so that nothing is loaded before the wallet is used.
 */
export function createWalletConnection() {
  let state: WalletConnection | undefined
  let wallet: BrowserWallet | undefined
  let connector: WalletConnector | undefined
  let unsubscribe = () => {}
  const { subscribe, notify } = createListeners()

  const getState = (): WalletConnection => {
    const name = state ?? readJson('browser', KEY)
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
    writeJson('browser', KEY, name)
    set({ name })
  }

  /** Loads the connector, and waits for the wallet of an earlier visit. @throws the error of `connectWallet` */
  const load = async (connectWallet: ConnectWallet): Promise<WalletConnector> => {
    const loaded = await connectWallet()
    if (loaded !== connector) {
      unsubscribe()
      connector = loaded
      wallet = undefined
      const stops = [loaded.onConnected?.(setWallet), loaded.onDisconnected?.(() => setWallet(undefined))]
      unsubscribe = callAll(stops.filter((stop) => stop !== undefined))
    }
    let isConnecting = false
    loaded.onConnecting?.(() => {
      isConnecting = true
    })()
    if (isConnecting && !wallet) await nextWallet(loaded)
    return loaded
  }

  /**
   * Runs `act` on the loaded connector, with the state `opening` meanwhile. If `act` throws, the person has refused.
   */
  const open = async (connectWallet: ConnectWallet, act: (loaded: WalletConnector) => unknown) => {
    if (getState().status === 'opening') return
    set({ status: 'opening' })
    let loaded: WalletConnector
    try {
      loaded = await load(connectWallet)
    } catch (error) {
      console.warn(
        `Leyden could not load the library of connectWallet. See ${messageReference('CONNECT_WALLET_NOT_LOADED')}`,
        error,
      )
      return set({ status: 'failed' })
    }
    try {
      await act(loaded)
    } catch {
      // The person closed the dialog without a wallet. A wallet of an earlier visit that did not reconnect is then gone
      // too.
      setWallet(wallet)
    }
    set({ status: 'ready' })
  }

  const requestProvider = async (loaded: WalletConnector) => {
    if (wallet) return
    await leaveFullscreen()
    setWallet(await loaded.requestProvider())
  }

  return {
    getState,
    /** The wallet, if it is connected now. */
    wallet: () => wallet,
    subscribe,
    /** Lets the person connect a wallet. */
    connect: (connectWallet: ConnectWallet) => open(connectWallet, requestProvider),
    /**
     * Returns the wallet whose name the page shows, once it is connected. Undefined if another one connects: the person
     * has to see its name first.
     */
    async reconnect(connectWallet: ConnectWallet): Promise<BrowserWallet | undefined> {
      if (wallet) return wallet
      const { name } = getState()
      let found: BrowserWallet | undefined
      await open(connectWallet, (loaded) => {
        if (wallet && getState().name === name) found = wallet
        return requestProvider(loaded)
      })
      return found
    },
    /** Disconnects the wallet, here and in the connector, which is loaded if necessary. */
    disconnect: (connectWallet: ConnectWallet) =>
      open(connectWallet, (loaded) => {
        loaded.disconnect?.()
        setWallet(undefined)
      }),
  }
}

/** Resolves when a wallet is connected, or when that takes too long. */
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

/** The connector's window is in the body of the page, so it is hidden while an element is fullscreen. */
async function leaveFullscreen(): Promise<void> {
  const { fullscreenElement, body } = document
  if (fullscreenElement && !fullscreenElement.contains(body)) await document.exitFullscreen().catch(() => {})
}

export const walletConnection = createWalletConnection()
