export type { Sandbox, SandboxOptions } from './sandbox.js'
export { createSandbox } from './sandbox.js'
export type { Pay, Payment, PayOptions } from './wallet/wallet.js'
