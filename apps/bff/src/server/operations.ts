import type { RequestListener } from 'node:http'
import type { Bff } from '@leyden/bff'
import type { Metrics } from './metrics.js'

export interface OperationsOptions {
  bff: Pick<Bff, 'ready'>
  metrics: Metrics
  /** Whether the program is about to stop. */
  isDraining: () => boolean
}

/** For operators, on a port of its own: `/readyz` says whether the program can work, `/metrics` what happened. */
export function operationsHandler({ bff, metrics, isDraining }: OperationsOptions): RequestListener {
  return async (request, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (request.url === '/metrics') return void response.end(await metrics.text())
    if (request.url !== '/readyz') return void response.writeHead(404).end('not here\n')
    const { ready, problems } = isDraining()
      ? { ready: false, problems: ['The program is stopping.'] }
      : await bff.ready()
    response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : `${problems.join('\n')}\n`)
  }
}
