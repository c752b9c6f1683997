import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type BffEvent,
  type BffOptions,
  createBff,
  type IntentOrder,
  type Store,
  serviceProvider,
} from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { operations } from '@leyden/bff/operations'
import { sqliteStore } from '@leyden/bff/sqlite'
import type { RampSession } from '@leyden/core'
import { type RunningSandbox, type StartSandboxOptions, startSandbox } from '@leyden/sandbox/node'
import { buildPage, type Served } from './build-page.js'
import { expiryOf } from './expiry-of.js'
import { listen } from './listen.js'

/** The API key that the sandbox and the BFF share. */
export const API_KEY = 'key-of-the-journeys'
const ADMIN_TOKEN = 'an admin token of the journeys, long enough'
/** The path of the BFF on the page's own host, like behind Discord's proxy. */
export const PROXY = '/.proxy/leyden'

export interface ShopOptions extends Partial<BffOptions> {
  /** The script of the page at `/`, which is built from the published packages. @default none */
  page?: string | undefined
  /** The origins of further pages that may use the BFF. */
  origins?: readonly string[] | undefined
  /** Whether the BFF is at `/leyden` of the shop's own origin. @default false: on an origin of its own */
  isMounted?: boolean | undefined
  /** Whether the BFF keeps its data in SQLite. @default false: in memory */
  isDurable?: boolean | undefined
  sandbox?: StartSandboxOptions | undefined
  /** Changes each reply of the service with a session. */
  changeSession?: ((session: RampSession) => RampSession | Promise<RampSession>) | undefined
  /** A running sandbox with `API_KEY`, for several shops. The caller closes it. */
  runningSandbox?: RunningSandbox | undefined
}

export type Shop = Awaited<ReturnType<typeof startShop>>

/**
 * Starts the sandbox, a BFF in front of it for which everybody is a guest, and a shop's server with its pages: at `/`
 * the built one, at other paths those that a test serves, and the files of `@leyden/embed`.
 */
export async function startShop(options: ShopOptions = {}) {
  const { page, origins = [], isMounted = false, isDurable = false, runningSandbox, ...rest } = options
  const { sandbox: sandboxOptions, changeSession = (session) => session, ...bffOptions } = rest
  const builtFile = page === undefined ? undefined : await buildPage(page)
  const servedPages = new Map<string, Served | (() => Promise<string>)>()

  // Listens on every address of this machine, because `localhost` and `127.0.0.1` are two sites for a browser.
  const host = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid')
    if (pathname.startsWith(PROXY))
      return handle(Object.assign(request, { url: request.url?.slice(PROXY.length) }), response)
    if (isMounted && pathname.startsWith('/leyden/')) return handle(request, response)
    const page = servedPages.get(pathname) ?? builtFile?.(pathname, searchParams) ?? embedFile(pathname)
    if (!page) return response.writeHead(404).end()
    const { body, type, headers } = typeof page === 'function' ? { body: await page() } : page
    response.writeHead(200, {
      'content-type': type ?? 'text/html; charset=utf-8',
      // A page that is isolated, or has an opaque origin, needs these headers to load its own scripts.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...headers,
    })
    return response.end(body)
  }, null)
  const siteUrl = `http://localhost:${host.port}`

  const service =
    runningSandbox ?? (await startSandbox({ apiKey: API_KEY, port: 0, rampPort: 0, ...sandboxOptions }))
  const provider = serviceProvider({ apiKey: API_KEY, baseUrl: service.url })
  const dataDir = isDurable ? mkdtempSync(join(tmpdir(), 'leyden-journeys-')) : undefined
  const stores: Store[] = []
  const emptyStore = () => {
    const path = `leyden-${stores.length}.db`
    stores.unshift(dataDir === undefined ? memoryStore() : sqliteStore({ path: join(dataDir, path) }))
  }
  emptyStore()
  const store = new Proxy({} as Store, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        Reflect.get(stores[0] ?? {}, name)(...args),
  })
  const server = await listen()
  const bffUrl = isMounted ? `${host.url}/leyden` : server.url
  const events: BffEvent[] = []
  const webhookUrls: string[] = []
  const sessionIds: string[] = []
  let clockAheadMs = 0
  let isUnanswered = (_url: string) => false
  const bff = createBff({
    pay: provider,
    ramp: {
      provider: {
        async createRampSession(request, context) {
          webhookUrls.push(request.webhook_url ?? '')
          const session = await changeSession(await provider.createRampSession(request, context))
          sessionIds.push(session.session_id)
          return session
        },
      },
      origins: [service.rampUrl],
    },
    store,
    publicUrl: bffUrl,
    secrets: ['a secret of the journeys, which is long enough'],
    extensions: [operations({ token: ADMIN_TOKEN })],
    network: 'regtest',
    identify: async () => ({ guest: true }),
    allowedOrigins: [host.url, siteUrl, ...origins],
    onEvent: (event) => void events.push(event),
    now: () => new Date(Date.now() + clockAheadMs),
    log: { info() {}, warn() {}, error() {} },
    ...bffOptions,
    // All visitors of a test run have one IP address, so the limits have to be high.
    limits: {
      rates: {
        chargesPerMinute: 10_000,
        lookUpsPerMinute: 10_000,
        sessionsPerHour: 10_000,
        guestSessionsPerHour: 10_000,
      },
      ...bffOptions.limits,
    },
  })
  bff.start()
  const handle = toNodeHandler(bff)
  server.server.on('request', (request, response) => {
    if (!isUnanswered(request.url ?? '')) handle(request, response)
  })
  /** Pays with a wallet, without a report to the BFF. */
  const payUnseen = service.sandbox.pay
  return {
    /** The origin of the shop, and of the same server as another site. */
    url: host.url,
    siteUrl,
    bffUrl,
    bff,
    sandboxUrl: service.url,
    rampUrl: service.rampUrl,
    /** The payments that the shop's own server was notified of. */
    events,
    /** Webhook URLs of the ramp sessions so far, in order. */
    webhookUrls,
    /** The service's ids of the ramp sessions so far. */
    sessionIds,
    /** Sets the answer of the shop's server for a path, such as a page. @returns its URL on `siteUrl` */
    serve(path: string, content: string | Served | (() => Promise<string>)) {
      servedPages.set(path, typeof content === 'string' ? { body: content } : content)
      return siteUrl + path
    },
    payUnseen,
    /** The same, just before the expiry of an invoice, even if the test is too slow for that. */
    payInTime: (invoice: string) => payUnseen(invoice, { paidAt: new Date(expiryOf(invoice) - 1) }),
    /** Pays with a wallet, and reports the payment to the BFF like the shop's node. */
    async pay(invoice: string) {
      const payment = payUnseen(invoice)
      await bff.settle({ paymentHash: payment.paymentHash })
      return payment
    },
    /** Signs an order, like the shop's server. */
    sign: async (order: IntentOrder) => bff.sign(order),
    /** Sends a request of the shop's server to `/admin/…` of the BFF. */
    admin: (path: string, body: object = {}) =>
      fetch(`${bffUrl}/admin/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ADMIN_TOKEN}`,
          'content-type': 'application/json',
          'x-leyden': '1',
        },
        body: JSON.stringify(body),
      }),
    /** Gives the BFF an empty store, like a container without a volume that is started again. */
    emptyStore,
    /** Sets the BFF's clock this far ahead of the machine's. */
    setClockAhead(ms: number) {
      clockAheadMs = ms
    },
    /** Breaks every connection to the BFF, like a train that enters a tunnel. */
    breakConnections: () => server.server.closeAllConnections(),
    /** Accepts requests to these paths of the BFF without an answer; null answers all again. */
    hangRequests(path: RegExp | null) {
      isUnanswered = (url) => path?.test(url) ?? false
    },
    /** Stops the BFF, whose port then refuses connections. */
    stop() {
      server.server.close()
      server.server.closeAllConnections()
    },
    start: () => new Promise<void>((resolve) => server.server.listen(server.port, '127.0.0.1', resolve)),
    async close() {
      await host.close()
      await bff.close()
      await server.close()
      await Promise.all(stores.map((each) => each.close()))
      if (!runningSandbox) await service.close()
      if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const embedFiles = new Map<string, Served>()

/** A file of `@leyden/embed` by its name, such as `/leyden.js` or `/leyden-de.mjs`. */
function embedFile(path: string): Served | undefined {
  if (!/^\/(leyden[\w.-]*|phaser-plugin)\.m?js$/.test(path)) return undefined
  const cachedFile = embedFiles.get(path)
  if (cachedFile) return cachedFile
  const specifier = { '/leyden.mjs': '', '/phaser-plugin.mjs': '/phaser' }[path] ?? path
  try {
    const body = readFileSync(fileURLToPath(import.meta.resolve(`@leyden/embed${specifier}`)), 'utf8')
    const file = { type: 'text/javascript', body }
    embedFiles.set(path, file)
    return file
  } catch {
    return undefined
  }
}
