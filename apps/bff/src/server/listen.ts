import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Log } from '@leyden/bff'

/**
 * The backlog of connections. With Node's default of 511, five thousand pages that reconnect at once wait for seven
 * seconds.
 */
const BACKLOG = 8_192
const STOP_TIMEOUT_MS = 10_000

export type Listening = Awaited<ReturnType<typeof listen>>

/** @throws Error with one line if it cannot listen on the port. */
export async function listen(handler: RequestListener, host: string, port: number, log: Pick<Log, 'error'>) {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Node's default is a check every half a minute, which would make these timeouts up to three times as long.
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    handler,
  )
  const unused = unusedConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(problemOf(error, host, port)))
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on('error', ({ message }) =>
    log.error({ code: 'CONNECTION_NOT_ACCEPTED', reason: message }, 'A connection could not be accepted'),
  )
  const { port: actualPort } = server.address() as AddressInfo
  return {
    /** The URL on which it listens, such as `http://127.0.0.1:4000`. */
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    /** Accepts no more requests, and resolves when running ones are answered, or after ten seconds. */
    close: () => stop(server, unused),
  }
}

/** The port is in use by another program, or by another instance of this one. */
export class PortTaken extends Error {}

function problemOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): Error {
  if (code === 'EADDRINUSE') return new PortTaken(`Port ${port} is taken by another program.`)
  if (code === 'EACCES') return new Error(`This user is not allowed to listen on port ${port}.`)
  return new Error(`Cannot listen on ${host}:${port}: ${message}`)
}

/** The connections that have not sent a request, which browsers open in advance. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

async function stop(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const endIdle = () => {
    // It keeps the unused connections.
    server.closeIdleConnections()
    for (const socket of unused) socket.destroy()
  }
  endIdle()
  const sweep = setInterval(endIdle, 100)
  const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
  clearInterval(sweep)
}
