import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createBff, type IntentOrder, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { startSandbox } from '@leyden/sandbox/node'
import { freePorts } from '../world/free-port.js'

interface PageSpec {
  body: string
  type?: string
  headers?: Record<string, string>
}

/** Sandbox, BFF, and pages made of strings: on `localhost` and on `127.0.0.1`, which are two sites. */
export interface EmbedWorld {
  pageUrl: string
  otherSiteUrl: string
  bffUrl: string
  rampUrl: string
  sandboxUrl: string
  /** Serves a page from now on. */
  serve(path: string, page: PageSpec | string): string
  /** Signs an order, as the shop's server would. */
  sign(order: IntentOrder): Promise<string>
  /** Pays as somebody else's phone would, and tells the BFF as the shop's server would. */
  payFromPhone(invoice: string): Promise<void>
  /** Breaks every connection to the BFF, as a tunnel does. */
  cutOff(): void
  close(): Promise<void>
}

const distOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

/** @param origins of further pages that may use the BFF. */
export async function startEmbedWorld(origins: readonly string[] = []): Promise<EmbedWorld> {
  const [bffPort = 0] = await freePorts(1)
  const bffUrl = `http://127.0.0.1:${bffPort}`
  const pages = new Map<string, PageSpec>()

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const page = pages.get(path)
    if (!page) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...page.headers,
    })
    response.end(page.body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const pageUrl = `http://localhost:${port}`
  const otherSiteUrl = `http://127.0.0.1:${port}`

  const sandbox = await startSandbox({ apiKey: 'sandbox-key', port: 0, rampPort: 0 })
  const provider = serviceProvider({ apiKey: 'sandbox-key', baseUrl: sandbox.url })
  const bff = createBff({
    pay: provider,
    ramp: provider,
    store: memoryStore(),
    publicUrl: bffUrl,
    secrets: [randomBytes(32).toString('hex')],
    network: 'regtest',
    settles: true,
    graceMs: 2_000,
    identify: async () => ({ guest: true }),
    allowedOrigins: [pageUrl, otherSiteUrl, 'null', ...origins],
    rampOrigins: [sandbox.rampUrl],
    log: { info() {}, warn() {}, error() {} },
  })
  bff.start()
  const bffServer = createServer(toNodeHandler(bff))
  await new Promise<void>((resolve) => bffServer.listen(bffPort, '127.0.0.1', resolve))

  const script = (path: string, specifier: string) =>
    pages.set(path, { type: 'text/javascript', body: readFileSync(distOf(specifier), 'utf8') })
  script('/leyden.js', '@leyden/embed/leyden.js')
  script('/leyden.mjs', '@leyden/embed')
  for (const part of ['more', 'ar', 'de', 'es', 'ja', 'pt'])
    for (const ending of ['js', 'mjs'])
      script(`/leyden-${part}.${ending}`, `@leyden/embed/leyden-${part}.${ending}`)
  script('/phaser-plugin.mjs', '@leyden/embed/phaser')

  return {
    pageUrl,
    otherSiteUrl,
    bffUrl,
    rampUrl: sandbox.rampUrl,
    sandboxUrl: sandbox.url,
    serve(path, page) {
      pages.set(path, typeof page === 'string' ? { body: page } : page)
      return pageUrl + path
    },
    sign: async (order) => bff.sign(order),
    async payFromPhone(invoice) {
      const response = await fetch(`${sandbox.url}/sandbox/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ invoice }),
      })
      if (!response.ok) throw new Error(`The wallet could not pay: ${response.status}.`)
      const { data } = (await response.json()) as { data: { payment_hash: string } }
      await bff.settle({ paymentHash: data.payment_hash })
    },
    cutOff: () => bffServer.closeAllConnections(),
    async close() {
      for (const each of [server, bffServer]) {
        each.closeAllConnections()
        await new Promise((resolve) => each.close(resolve))
      }
      await bff.close()
      await sandbox.close()
    },
  }
}
