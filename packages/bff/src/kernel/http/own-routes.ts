import { openApi } from './openapi.js'
import { jsonReply, Reply } from './reply.js'
import type { Route } from './route.js'

/** `/healthz`: the process is alive. */
const health: Route = {
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  caller: 'server',
  responses: { 200: { description: 'Alive.', content: { 'text/plain': { schema: { const: 'ok\n' } } } } },
  handle: async () => new Reply(200, 'ok\n', { 'content-type': 'text/plain' }),
}

/** The routes about the BFF itself: `GET /healthz`, and `GET /openapi.json`, which describes all routes. */
export function ownRoutes(publicUrl: string): Route[] {
  /** If operators have a separate port, the public one has no admin routes. */
  const documents = new WeakMap<readonly Route[], object>()
  const description: Route = {
    name: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    caller: 'server',
    responses: {
      200: { description: 'This document.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
    async handle({ served }) {
      const document = documents.get(served) ?? openApi(served, publicUrl)
      documents.set(served, document)
      return jsonReply(200, document)
    },
  }
  return [health, description]
}
