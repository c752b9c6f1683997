import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { payFromSandbox } from './sandbox-wallet.js'

export interface GameSettings {
  port: number
  host: string
  /** As the browser reaches it. */
  bffUrl: string
  /** The Lightning Address that tips go to. */
  tipTo: string
  canRamp: boolean
  /** Whose wallet pays for players; absent beside a real service. */
  sandboxUrl?: string
}

export interface RunningGame {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

const PAGE = fileURLToPath(new URL('../page/', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}
/** Shorter names, and where they lead. `/isolated` is the game with the headers that threads need. */
const PATHS: Record<string, string> = {
  '/': '/index.html',
  '/portal': '/portal.html',
  '/isolated': '/index.html',
}
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** Serves the built game; rejects with a sentence when its port is taken. */
export async function startGame(settings: GameSettings): Promise<RunningGame> {
  const { port, host, bffUrl, tipTo, canRamp, sandboxUrl } = settings
  const readEmbed = (name: string) => readFile(fileURLToPath(import.meta.resolve(`@leyden/embed/${name}`)))
  const scripts: Record<string, Uint8Array> = {
    '/leyden.js': await readEmbed('leyden.js'),
    '/leyden-more.js': await readEmbed('leyden-more.js'),
  }
  const read = async (path: string): Promise<Uint8Array | string | null> => {
    if (Object.hasOwn(scripts, path)) return scripts[path] ?? null
    if (path === '/config.json')
      return JSON.stringify({ bffUrl, tipTo, canRamp, hasWallet: sandboxUrl !== undefined })
    const file = join(PAGE, normalize(PATHS[path] ?? path))
    return file.startsWith(PAGE.endsWith(sep) ? PAGE : PAGE + sep) ? readFile(file).catch(() => null) : null
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://game.invalid')
    const isPayment = request.method === 'POST' && pathname === '/wallet/pay'
    const body =
      request.method === 'GET'
        ? await read(pathname)
        : isPayment && sandboxUrl !== undefined
          ? await payFromSandbox(sandboxUrl, request).catch(() => null)
          : null
    if (body === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.')
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(PATHS[pathname] ?? pathname)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Frames without an origin of their own load modules as strangers do.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...(pathname === '/isolated' ? ISOLATED : {}),
    })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken by another program.`) : error),
    )
    server.listen({ port, host }, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
