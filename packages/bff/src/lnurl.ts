export type { Connect, ConnectTarget } from './lnurl/connect-tls.js'
export { type LnurlProviderOptions, lnurlProvider } from './lnurl/lnurl-provider.js'
export type { ResolveName } from './lnurl/resolve-name.js'
export { type VerifiedFirstOptions, verifiedFirst } from './lnurl/verified-first.js'
