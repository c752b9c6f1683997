import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.js'
import { serve } from './serve.js'

export interface StartSandboxOptions extends SandboxOptions {
  /** Of the service and the wallet; 4010 by default, 0 takes a free one. */
  port?: number
  /** `127.0.0.1` by default. */
  host?: string
}

export interface RunningSandbox {
  /** Base URL of the service and the wallet, without a slash at the end. */
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}

/**
 * Runs a sandbox on Node.
 *
 * ```ts
 * const { url, close } = await startSandbox({ port: 0, seed: 'test' })
 * ```
 *
 * Rejects with an `Error` that says in one sentence which port is taken.
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4010, host = '127.0.0.1', ...sandboxOptions } = options
  const sandbox = createSandbox(sandboxOptions)
  const service = await serve(sandbox.fetch, { host, port })
  return {
    url: service.url,
    sandbox,
    close: async () => {
      sandbox.close()
      await service.close()
    },
  }
}
