import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { createSandbox } from '@leyden/sandbox'
import { build } from 'vite'

/** The pages of the bench, each with its own script; the embed is loaded as it is built. */
export const PAGES = ['vanilla', 'bare-react', 'react-pay', 'embed', 'bitcoin-connect'] as const
export type PageName = (typeof PAGES)[number]

export interface ShopServer {
  url: string
  /** How many look-ups of addresses the pages have sent so far. */
  lookUps(): number
  close(): void
}

const EMBED = fileURLToPath(new URL('../../../../packages/embed/dist', import.meta.url))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Serves the built pages, and a BFF in front of the sandbox, in this process, so that the servers need almost no time.
 */
export async function startShopServer(): Promise<ShopServer> {
  const files = await buildPages()
  const sandbox = createSandbox()
  const service = serviceProvider({
    apiKey: 'sandbox-key',
    baseUrl: 'https://service.example',
    transport: (url, init) => sandbox.fetch(new Request(url, init)),
  })
  let lookUps = 0
  let handle: ReturnType<typeof toNodeHandler> | undefined
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    if (pathname.includes('/validate/')) lookUps++
    if (pathname.startsWith('/leyden/')) return void handle?.(incoming, outgoing)
    const file = files.get(pathname)
    const type = TYPES[extname(pathname)] ?? 'text/html; charset=utf-8'
    outgoing.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const many = Number.POSITIVE_INFINITY
  const bff = createBff({
    pay: service,
    store: memoryStore(),
    publicUrl: `${url}/leyden`,
    secrets: ['only-for-the-bench-Zk3vT9qLw8xY2mNp'],
    network: 'regtest',
    rates: { lookUpsPerMinute: many, chargesPerMinute: many, domainPerMinute: many, keyPerMinute: many },
  })
  handle = toNodeHandler(bff)
  return {
    url,
    lookUps: () => lookUps,
    close() {
      sandbox.close()
      server.close()
      server.closeAllConnections()
      void bff.close()
    },
  }
}

/** The files by path. Each page loads its script and its styles at once, like a shop's own build. */
async function buildPages(): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>()
  for (const name of readdirSync(EMBED))
    if (name.endsWith('.js')) files.set(`/leyden-embed/${name}`, readFileSync(join(EMBED, name)))
  for (const name of PAGES) {
    const result = await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      base: `/${name}/`,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { input: join(import.meta.dirname, `pages/${name}.js`) },
      },
    })
    if (!('output' in result)) throw new Error('Vite made no single output.')
    const tags = result.output.map((file) => {
      const path = `/${name}/${file.fileName}`
      files.set(path, file.type === 'chunk' ? file.code : file.source)
      if (file.fileName.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`
      return file.type === 'chunk' && file.isEntry ? `<script type="module" src="${path}"></script>` : ''
    })
    if (name === 'embed') tags.unshift('<script src="/leyden-embed/leyden.js"></script>')
    files.set(
      `/${name}`,
      `<!doctype html><html lang="en"><head><title>${name}</title>${tags.join('')}</head><body></body></html>`,
    )
  }
  return files
}
