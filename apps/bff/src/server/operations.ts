import type { RequestListener } from 'node:http'
import type { Store } from '@leyden/bff'
import type { Metrics } from './metrics.js'

/** For operators, on a port of its own: `/readyz` says whether the store answers, `/metrics` what happened. */
export function operationsHandler(store: Pick<Store, 'get'>, metrics: Metrics): RequestListener {
  return async (request, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (request.url === '/metrics') return void response.end(metrics.text())
    if (request.url !== '/readyz') return void response.writeHead(404).end('not here\n')
    const isReady = await store.get('').then(
      () => true,
      () => false,
    )
    response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready\n' : 'the store does not answer\n')
  }
}
