import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Node's own is 511, with which five thousand pages that come back at once wait for seven seconds. */
const BACKLOG = 8_192
const STOP_TIMEOUT_MS = 10_000

export interface Listening {
  /** Where it listens, such as `http://127.0.0.1:4000`. */
  url: string
  /** Accepts no more requests, and resolves when running ones are answered, or after ten seconds. */
  close(): Promise<void>
}

/** @throws Error whose message is one line for a person, where the port cannot be had. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Node looks every half a minute, which would make those times three times as long.
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    handler,
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(problemOf(error, host, port)))
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`, close: () => stop(server) }
}

/** Another program listens there, or this one does already. */
export class PortTaken extends Error {}

function problemOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): Error {
  if (code === 'EADDRINUSE') return new PortTaken(`Port ${port} is taken by another program.`)
  if (code === 'EACCES') return new Error(`Port ${port} may not be used by this user.`)
  return new Error(`${host}:${port} cannot be listened on: ${message}`)
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that becomes idle later would be kept for its next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
  clearInterval(sweep)
}
