import { type BffEvent, createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { connectSandbox, createSandbox } from '@leyden/sandbox'

export type PageShop = ReturnType<typeof openPageShop>

/**
 * A shop inside this page: the BFF itself, and the sandbox in place of the payment service and of every wallet. Nothing
 * leaves the page, and all is gone when the page is closed.
 *
 * The build bundles this file with everything that it imports, so that apps install neither a BFF nor a sandbox.
 *
 * @param url where the BFF is mounted, such as `https://shop.example/leyden`
 */
export function openPageShop(url: string, onEvent?: (event: BffEvent) => void) {
  /** How far the clock of the shop is ahead, in milliseconds. */
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const sandbox = createSandbox({ now })
  const bff = createBff({
    pay: serviceProvider({
      apiKey: 'sandbox-key',
      // The key is the sandbox's, which everybody knows.
      allowApiKeyHere: 'test',
      baseUrl: 'https://service.example',
      transport: (url, init) => sandbox.fetch(new Request(url, init)),
    }),
    store: memoryStore(),
    publicUrl: url,
    secrets: [crypto.randomUUID() + crypto.randomUUID()],
    network: 'regtest',
    settlement: { recipients: true },
    onEvent,
    now: () => new Date(now()),
  })
  bff.start()
  connectSandbox(bff, sandbox)
  return {
    /** Answers the requests of the page. */
    fetch: (request: Request) => bff.fetch(request, { ip: '127.0.0.1' }),
    /** Signs an order, like a route of the shop's server. */
    sign: bff.sign,
    /** Pays an invoice, like a wallet on another phone. */
    pay: sandbox.pay,
    /** Turns the shop's clock to a time, if it is before that. Pages follow the clock of their BFF. */
    turnClockTo(time: Date) {
      aheadMs = Math.max(aheadMs, time.getTime() - Date.now())
    },
  }
}
