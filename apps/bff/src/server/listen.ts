import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

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
  const underWay = requestsUnderWay(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(problemOf(error, host, port)))
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () => stop(server, underWay),
  }
}

/** Another program listens there, or this one does already. */
export class PortTaken extends Error {}

function problemOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): Error {
  if (code === 'EADDRINUSE') return new PortTaken(`Port ${port} is taken by another program.`)
  if (code === 'EACCES') return new Error(`Port ${port} may not be used by this user.`)
  return new Error(`${host}:${port} cannot be listened on: ${message}`)
}

/** How many requests each connection of a server has under way: none between two requests, or before the first. */
function requestsUnderWay(server: Server): ReadonlyMap<Socket, number> {
  const underWay = new Map<Socket, number>()
  const add = (socket: Socket, change: number) => {
    if (underWay.has(socket)) underWay.set(socket, (underWay.get(socket) ?? 0) + change)
  }
  server.on('connection', (socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  })
  return underWay
}

/** `Server.closeIdleConnections()` keeps those that have not sent anything, and browsers open such ones in advance. */
async function stop(server: Server, underWay: ReadonlyMap<Socket, number>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const endIdle = () => {
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
  }
  endIdle()
  const sweep = setInterval(endIdle, 100)
  const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
  clearInterval(sweep)
}
