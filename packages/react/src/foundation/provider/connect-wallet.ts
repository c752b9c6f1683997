/** The methods of a WebLN provider that we use (webln.guide). */
export interface BrowserWallet {
  enable(): Promise<unknown>
  sendPayment(invoice: string): Promise<{ preimage?: unknown } | undefined>
  /** Only wallets that can report a payment later have it, such as those connected by Nostr Wallet Connect. */
  lookupInvoice?(of: { paymentHash: string }): Promise<{ preimage?: unknown; paid?: unknown } | undefined>
}

/**
 * A library that connects a wallet to the page. `@getalby/bitcoin-connect` fits as it is; only `requestProvider` is
 * required.
 */
export interface WalletConnector {
  /**
   * Returns the connected wallet as a WebLN provider. Without one it asks the person to connect one, and rejects if the
   * person closes the dialog.
   */
  requestProvider(): Promise<BrowserWallet>
  /**
   * Calls the listener when the wallet of an earlier visit starts to reconnect; at once if it is reconnecting now.
   * @returns a function that unsubscribes
   */
  onConnecting?(listener: () => void): () => void
  /**
   * Calls the listener when a wallet is connected; at once if one is connected already. @returns a function that
   * unsubscribes
   */
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

/** Loads the library that connects wallets. Called when a person presses the button, never before. */
export type ConnectWallet = () => Promise<WalletConnector>
