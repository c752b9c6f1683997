import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, connect as netConnect, type Server } from 'node:net'
import type { LeydenError } from '@leyden/core'
import type { Connect } from '../connect-tls.js'
import type { GuardedGet } from '../guarded-get.js'
import { type DnsServer, startDnsServer, type Zone } from './dns-server.js'

/** Budgets so long that each request ends by itself, however slow the machine is. */
export const PATIENT = { dnsMs: 120_000, connectMs: 120_000, firstByteMs: 120_000, totalMs: 600_000 }

/** The address of every public server. Not from TEST-NET, which the provider refuses. */
export const OUTSIDE = '93.184.216.34'
export const OUTSIDE_IPV6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
/** A public address on which nothing listens. */
export const DEAF = '93.184.216.99'

export interface TestInternet {
  connect: Connect
  dns: DnsServer
  /** `address:port` of each connection that reached the canary, which stands for internal hosts. */
  hits: string[]
  /** `host path` of each request that reached a public server. */
  requests: string[]
  close(): Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A fake internet on loopback. Connections are real: those to a public address, on the port of https or one of
 * `openPorts`, reach a web server with the handler `answer`; all others reach a canary that only counts them.
 */
export async function startTestInternet(
  options: { zone?: Zone; answer?: Answer; openPorts?: readonly number[] } = {},
): Promise<TestInternet> {
  const hits: string[] = []
  const requests: string[] = []
  const canary = createServer((socket) => {
    socket.on('error', () => {})
    socket.destroy()
  })
  const outside = createHttpServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    if (options.answer) options.answer(request, response)
    else response.end('{"fine":true}')
  })
  const [canaryPort, outsidePort] = await Promise.all([listen(canary), listen(outside)])
  const dns = await startDnsServer(options.zone ?? (() => [OUTSIDE]))

  const connect: Connect = ({ addresses, port }) => {
    const address = addresses.find((each) => each !== DEAF)
    if (address === undefined) return netConnect(1, '127.0.0.1')
    const isOutside =
      (address === OUTSIDE || address === OUTSIDE_IPV6) && [443, ...(options.openPorts ?? [])].includes(port)
    const socket = netConnect(isOutside ? outsidePort : canaryPort, '127.0.0.1')
    if (!isOutside) socket.once('connect', () => hits.push(`${address}:${port}`))
    // On a real network the remote address would be this one.
    return Object.defineProperty(socket, 'remoteAddress', { value: address, configurable: true })
  }

  return {
    connect,
    dns,
    hits,
    requests,
    close: async () => {
      dns.close()
      outside.closeAllConnections()
      await Promise.all([canary, outside].map((server) => new Promise((done) => server.close(done))))
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** A fetcher that returns the reason of its error. */
export function resultOf(get: GuardedGet) {
  return (...request: Parameters<GuardedGet>) =>
    get(...request).then(
      (reply) => ({ ok: true as const, ...reply }),
      ({ reason = 'none' }: LeydenError) => ({ ok: false as const, reason }),
    )
}
