// The types of what the pages use of the package. Its own types import files without extensions, which Node's resolution
// refuses.
declare module '@getalby/bitcoin-connect' {
  interface Wallet {
    enable(): Promise<void>
    sendPayment(invoice: string): Promise<{ preimage: string }>
  }
  export function init(config: { appName: string; persistConnection: boolean }): void
  export function connectNWC(url: string): void
  export function requestProvider(): Promise<Wallet>
  export function onConnecting(listener: () => void): () => void
  export function onConnected(listener: (wallet: Wallet) => void): () => void
  export function onDisconnected(listener: () => void): () => void
  export function disconnect(): void
  export function getConnectorConfig(): { connectorName: string } | undefined
}
