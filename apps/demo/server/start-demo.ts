import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { eventsRoute, printShop } from './print-shop.js'
import { createQuietShop, QUIET_PATH } from './quiet-shop.js'
import type { DemoSettings } from './settings.js'
import type { ShopConfig } from './shop-config.js'
import { signIn } from './sign-in.js'
import { wallets } from './wallets.js'

/** A running demo. */
export interface RunningDemo {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** The built page: dist/page beside this file's dist/server. */
const PAGE = fileURLToPath(new URL('../page/', import.meta.url))

/** Starts the shop's server; rejects with a readable message if its port is in use. */
export async function startDemo(settings: DemoSettings): Promise<RunningDemo> {
  const { port, host, sandbox, bffUrl, canRamp, eventsSecret } = settings
  const app = express().disable('x-powered-by')
  const server = app.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken by another program.`) : error
  })
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const quiet = sandbox && createQuietShop(url, sandbox, settings)
  const prints = eventsSecret === undefined ? undefined : printShop(settings)
  const config: ShopConfig = {
    bffUrl,
    canRamp,
    sells: prints !== undefined,
    sandbox: sandbox && { quietBffUrl: QUIET_PATH },
  }

  if (quiet) app.use(QUIET_PATH, quiet.handle)
  // Before the parser of JSON, because the signature is of the raw body.
  if (prints && eventsSecret !== undefined) app.use(eventsRoute(eventsSecret, prints.receive))
  app.use(ownPageOnly, express.json({ limit: '10kb' }))
  app.get('/config.json', (_, response) => void response.json(config))
  app.use('/session', signIn(settings.jwt))
  app.use(wallets(settings))
  if (prints) app.use(prints.routes)
  app.use(securityHeaders(settings))
  // The names of built files contain their hash, so they can be cached forever; the page itself can change.
  app.use('/assets', express.static(`${PAGE}assets`, { immutable: true, maxAge: '1y' }))
  app.use(express.static(PAGE, { setHeaders: (response) => response.setHeader('cache-control', 'no-cache') }))
  app.use((_, response) => void response.status(404).type('text').send('Not found'))
  app.use(sendError)
  return {
    url,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await quiet?.close()
    },
  }
}

/** Only the shop's own page may post, because the wallet behind this server pays every invoice that it gets. */
const ownPageOnly: RequestHandler = ({ method, headers: { origin, host } }, response, next) => {
  if (method !== 'POST' || !origin || origin.replace(/^https?:\/\//, '') === host) return next()
  response.status(403).json({ error: 'Only the shop’s own page may ask for this.' })
}

/** The strictest policy of a shop: the widgets need only the BFF and the ramp's frame. */
function securityHeaders({ bffUrl, rampOrigins }: DemoSettings): RequestHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(bffUrl).origin}`,
    `frame-src ${rampOrigins.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return (_, response, next) => {
    response.set({
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    })
    next()
  }
}

/** An error with a status is an answer for the page; any other error is a bug of this server. */
const sendError: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, _next) => {
  if (!error.status) console.error(error)
  response
    .status(error.status ?? 500)
    .json({ error: error.status ? error.message : 'The demo’s server failed.' })
}
