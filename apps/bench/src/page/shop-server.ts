import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { embed } from '@leyden/embed/files'
import { createSandbox } from '@leyden/sandbox'
import { build, preview } from 'vite'

/** The pages of the bench, each with its own script. */
export const PAGES = ['vanilla', 'bare-react', 'bare-qr', 'react-pay', 'embed', 'bitcoin-connect'] as const
export type PageName = (typeof PAGES)[number]

const root = fileURLToPath(new URL('../../src/page/pages', import.meta.url))
const outDir = fileURLToPath(new URL('../pages', import.meta.url))

/**
 * Builds the pages, each alone like a shop's own page, and serves them. A BFF in front of the sandbox is in this process
 * too, so that the servers need almost no time.
 */
export async function startShopServer() {
  for (const name of PAGES)
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: { input: `${root}/${name}.html` },
      },
    })
  let lookUps = 0
  let handle: ReturnType<typeof toNodeHandler> | undefined
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    // A free port, because another clone may measure too.
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [
      {
        name: 'bff',
        configurePreviewServer({ middlewares }) {
          middlewares.use((incoming, outgoing, next) => {
            if (!handle || !incoming.url?.startsWith('/leyden/')) return next()
            if (incoming.url.includes('/validate/')) lookUps++
            handle(incoming, outgoing)
          })
        },
      },
    ],
  })
  const shopUrl = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`
  const sandbox = createSandbox()
  const many = Number.POSITIVE_INFINITY
  const bff = createBff({
    pay: serviceProvider({
      apiKey: 'sandbox-key',
      baseUrl: 'https://service.example',
      transport: (url, init) => sandbox.fetch(new Request(url, init)),
    }),
    store: memoryStore(),
    publicUrl: `${shopUrl}/leyden`,
    secrets: ['only-for-the-bench-Zk3vT9qLw8xY2mNp'],
    network: 'regtest',
    limits: {
      rates: { lookUpsPerMinute: many, chargesPerMinute: many, domainPerMinute: many, keyPerMinute: many },
    },
    // Messages would stand between the rows.
    log: { info() {}, warn() {}, error() {} },
    embed,
  })
  handle = toNodeHandler(bff)
  return {
    urlOf: (name: PageName, query: string) => `${shopUrl}/${name}.html?${query}`,
    /** How many look-ups of addresses the pages have sent so far. */
    lookUps: () => lookUps,
    async close() {
      sandbox.close()
      await server.close()
      await bff.close()
    },
  }
}
