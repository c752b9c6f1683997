import { openApi } from './openapi.js'
import { jsonReply } from './reply.js'
import type { Route } from './route.js'

/** `GET /openapi.json`: describes these routes and itself. */
export function openApiRoute(routes: readonly Route[], publicUrl: string): Route {
  const documents = new Map<boolean, object>()
  const description: Route = {
    name: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    caller: 'server',
    operationId: 'describe',
    responses: {
      200: { description: 'This document.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
    fails: false,
    async handle({ isServed }) {
      const served = [...routes, description].filter(isServed)
      // If operators have a separate port, the public one has no admin routes.
      const hasAdmin = served.some(({ caller }) => caller === 'admin')
      const document = documents.get(hasAdmin) ?? openApi(served, publicUrl)
      documents.set(hasAdmin, document)
      return jsonReply(200, document)
    },
  }
  return description
}
