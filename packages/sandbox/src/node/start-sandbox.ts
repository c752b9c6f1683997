import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.js'
import { type RemoteBff, reportPayment } from './report-payment.js'
import { type Listener, serve } from './serve.js'

/** Options of {@link startSandbox}. */
export interface StartSandboxOptions extends SandboxOptions {
  /** Port of the service and the wallet; 0 selects a free one. @default 4010 */
  port?: number | undefined
  /** Port of the ramp page; 0 selects a free one. @default 4011 */
  rampPort?: number | undefined
  /** Port of the provider of Lightning Addresses, over plain HTTP; 0 selects a free one. @default not served */
  lnurlPort?: number | undefined
  /** The address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /**
   * A BFF in another process. Each payment is reported to it by `POST /admin/settle`, with retries while it is down, and
   * the result is printed.
   *
   * @default no reports
   */
  bff?: RemoteBff | undefined
}

/** What {@link startSandbox} returns. */
export interface RunningSandbox {
  /** Base URL of the service and the wallet, without a trailing slash. */
  url: string
  /** Origin of the ramp page. */
  rampUrl: string
  /** URL of the provider of Lightning Addresses, for every domain; the `Host` header selects the domain. */
  lnurlUrl?: string | undefined
  /** The sandbox itself, without HTTP. */
  sandbox: Sandbox
  /** Adds a listener like the option `onPaid`. @returns a function that unsubscribes. */
  onPaid: Sandbox['onPaid']
  /** Stops listening, and ends all timers and pending webhooks. */
  close(): Promise<void>
}

/**
 * Runs a sandbox on Node, with the ramp page on a separate origin.
 *
 * ```ts
 * const { url, rampUrl, close } = await startSandbox({ port: 0, rampPort: 0, seed: 'test' })
 * ```
 *
 * Rejects with an `Error` that names the port if it is taken.
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4010, rampPort = 4011, lnurlPort, host = '127.0.0.1', bff, ...sandboxOptions } = options
  let sandbox: Sandbox | undefined
  const listeners: Listener[] = []

  /** Each handler waits for the sandbox, which needs the ramp page's port first. */
  async function listen(onPort: number, handler: 'fetch' | 'rampFetch' | 'lnurlFetch') {
    const listener = await serve(
      async (request) => sandbox?.[handler](request) ?? new Response(null, { status: 503 }),
      { host, port: onPort },
    )
    listeners.push(listener)
    return listener.url
  }
  const closeAll = () => Promise.all(listeners.map((listener) => listener.close()))

  try {
    const rampUrl = await listen(rampPort, 'rampFetch')
    const url = await listen(port, 'fetch')
    const lnurlUrl = lnurlPort === undefined ? undefined : await listen(lnurlPort, 'lnurlFetch')
    const running = createSandbox({ rampOrigin: rampUrl, ...sandboxOptions })
    sandbox = running
    if (bff) running.onPaid(async (payment) => console.log(await reportPayment(bff, payment)))
    return {
      url,
      rampUrl,
      lnurlUrl,
      sandbox: running,
      onPaid: running.onPaid,
      close: async () => {
        running.close()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
