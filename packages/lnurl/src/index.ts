export type { Connect, ConnectTarget } from './connect-tls.js'
export { type LnurlProviderOptions, lnurlProvider } from './lnurl-provider.js'
export type { ResolveName } from './resolve-name.js'
