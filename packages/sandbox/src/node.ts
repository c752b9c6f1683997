export type { RemoteBff } from './node/report-payment.js'
export type { RunningSandbox, StartSandboxOptions } from './node/start-sandbox.js'
export { startSandbox } from './node/start-sandbox.js'
export { connectSandbox } from './wallet/connect-sandbox.js'
