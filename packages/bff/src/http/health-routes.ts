import { Reply } from './reply.js'
import type { Route } from './route.js'

const ALIVE = { description: 'Alive.', content: { 'text/plain': { schema: { const: 'ok\n' } } } }

const HEALTH = {
  name: 'healthz',
  path: '/healthz',
  caller: 'server',
  fails: false,
  handle: async () => new Reply(200, 'ok\n', { 'content-type': 'text/plain' }),
} as const
/** `/healthz`: the process is alive. */
export const healthRoutes: readonly Route[] = [
  { ...HEALTH, method: 'GET', operationId: 'health', responses: { 200: ALIVE } },
  { ...HEALTH, method: 'HEAD', operationId: 'healthHead', responses: { 200: { description: 'Alive.' } } },
]
