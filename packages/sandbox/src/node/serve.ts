import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** A running HTTP server of a web-standard handler. */
export interface Listener {
  /** The URL of the server, without a trailing slash. */
  url: string
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1_000_000

/** Serves a handler over HTTP; port 0 selects a free one. Rejects with a clear message if the port is taken. */
export async function serve(
  handler: (request: Request) => Promise<Response>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const app = new Hono<{ Bindings: HttpBindings }>()
    .use(({ req }, next) => {
      if (req.header('content-length') === undefined) req.raw = standardRequest(req.raw)
      return next()
    })
    .use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
    .all('*', ({ req }) => handler(req.raw))
    .onError((_, { env }) => {
      env.outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  server.listen({ port, host, backlog: 8192 })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw explain(error, host, port)
  })
  const { port: openPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${openPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

/**
 * To limit a body of unknown length, Hono creates the request again, which fails for a request of the adapter. Preflights
 * have no length either.
 */
function standardRequest({ url, method, headers, body, signal }: Request): Request {
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, init)
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. End that program, or use another port.`,
    EACCES: `This user may not listen on port ${port}.`,
  }
  const { code = error.message } = error
  return new Error(reasons[code] ?? `Cannot listen on ${host}:${port} (${code}).`, { cause: error })
}
