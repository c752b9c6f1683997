// What the page uses of it. Its own types name their files without extensions, which Node's resolution refuses.
declare module '@getalby/bitcoin-connect' {
  export function init(config: { appName: string; persistConnection: boolean }): void
  export function connectNWC(url: string): void
  export function onConnected(listener: (wallet: object) => void): () => void
}
