import { type BffEvent, createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { connectSandbox, createSandbox } from '@leyden/sandbox'

export type PageShop = ReturnType<typeof openPageShop>

/**
 * A shop inside this page: the BFF itself, and the sandbox in place of the payment service and of every wallet. Nothing
 * leaves the page, and all is gone when the page is closed.
 *
 * @param path where the BFF is mounted, such as `/api/leyden`
 */
export function openPageShop(path: string, onEvent?: (event: BffEvent) => void) {
  const sandbox = createSandbox()
  const bff = createBff({
    pay: serviceProvider({
      apiKey: 'sandbox-key',
      // The key is the sandbox's, which everybody knows.
      allowApiKeyHere: 'test',
      baseUrl: 'https://service.example',
      transport: (url, init) => sandbox.fetch(new Request(url, init)),
    }),
    store: memoryStore(),
    publicUrl: new URL(path, location.href).href,
    secrets: [crypto.randomUUID() + crypto.randomUUID()],
    network: 'regtest',
    settles: true,
    onEvent,
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
  }
}
