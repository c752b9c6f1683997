import type { RequestListener } from 'node:http'
import type { Bff } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import type { Metrics } from './metrics.js'

export interface OperationsOptions {
  bff: Pick<Bff, 'ready' | 'fetch'>
  metrics: Metrics
  /** ISO 8601: when the store was created. */
  storeCreatedAt: string
  /** Whether the program is stopping. */
  isDraining: () => boolean
}

/**
 * The operators' routes on a separate port: `/readyz` reports whether the program can work, `/metrics` has its metrics,
 * and `/admin/…` are the admin routes.
 */
export function operationsHandler(options: OperationsOptions): RequestListener {
  const { bff, metrics, storeCreatedAt, isDraining } = options
  const admin = toNodeHandler(bff, { routes: 'admin', prefix: '' })
  return async (request, response) => {
    const { url } = request
    if (url !== '/metrics' && url !== '/readyz') return admin(request, response)
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (url === '/metrics') return void response.end(await metrics.text())
    if (isDraining()) return void response.writeHead(503).end('The program is stopping.\n')
    const { ready, problems, endpoint } = await bff.ready()
    const lines = [...(ready ? ['ready'] : problems), `The store was created at ${storeCreatedAt}.`]
    // Not a reason to send requests elsewhere, because the events wait in the store.
    if (endpoint.downSince)
      lines.push(`No event has been accepted since ${endpoint.downSince.toISOString()}.`)
    response.writeHead(ready ? 200 : 503).end(`${lines.join('\n')}\n`)
  }
}
