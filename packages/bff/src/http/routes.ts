import { type ValidateOptions, validateRoute } from '../address/validate-route.js'
import { type AdminOptions, adminRoutes } from '../admin/admin-routes.js'
import { type EventRouteOptions, eventRoutes } from '../admin/event-routes.js'
import { type ReadOptions, readRoutes } from '../admin/read-routes.js'
import { type FetchChargeOptions, fetchChargeRoute } from '../charge/fetch-charge-route.js'
import { type EmbedOptions, embedRoutes } from '../embed/embed-routes.js'
import { type ExchangeRateRouteOptions, exchangeRateRoute } from '../exchange-rates/exchange-rate-route.js'
import { type ReadIntentOptions, readIntentRoute } from '../intent/read-intent-route.js'
import { type RampRouteOptions, rampSessionRoute } from '../ramp/ramp-session-route.js'
import { type WebhookRouteOptions, webhookRoute } from '../ramp/webhook-route.js'
import { type WatchRouteOptions, watchRoutes } from '../watch/watch-route.js'
import { openApi } from './openapi.js'
import { jsonReply, Reply } from './reply.js'
import type { Route } from './route.js'

const ALIVE = { description: 'Alive.', content: { 'text/plain': { schema: { const: 'ok\n' } } } }

const health = async () => new Reply(200, 'ok\n', { 'content-type': 'text/plain' })

const HEALTH: Route = {
  name: 'healthz',
  path: '/healthz',
  caller: 'server',
  operations: {
    GET: { operationId: 'health', responses: { 200: ALIVE }, fails: false, handle: health },
    HEAD: {
      operationId: 'healthHead',
      responses: { 200: { description: 'Alive.' } },
      fails: false,
      handle: health,
    },
  },
}

/** Every route of a BFF, with its dependencies. */
export function createRoutes(
  services: ValidateOptions &
    FetchChargeOptions &
    ReadIntentOptions &
    ExchangeRateRouteOptions &
    RampRouteOptions &
    WatchRouteOptions &
    WebhookRouteOptions &
    AdminOptions &
    ReadOptions &
    EventRouteOptions &
    EmbedOptions & {
      /** The public URL without a trailing slash. */
      publicUrl: string
    },
): Route[] {
  const routes: Route[] = [
    validateRoute(services),
    fetchChargeRoute(services),
    readIntentRoute(services),
    exchangeRateRoute(services),
    rampSessionRoute(services),
    ...watchRoutes(services),
    webhookRoute(services),
    ...adminRoutes(services),
    ...readRoutes(services),
    ...eventRoutes(services),
    ...embedRoutes(services),
    HEALTH,
  ]
  const documents = new Map<boolean, object>()
  const description: Route = {
    name: 'openapi',
    path: '/openapi.json',
    caller: 'server',
    operations: {
      GET: {
        operationId: 'describe',
        responses: {
          200: {
            description: 'This document.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
        fails: false,
        async handle({ isServed }) {
          const served = [...routes, description].filter(isServed)
          // Where operators have a port of their own, the public one has no admin routes.
          const hasAdmin = served.some(({ caller }) => caller === 'admin')
          const document = documents.get(hasAdmin) ?? openApi(served, services.publicUrl)
          documents.set(hasAdmin, document)
          return jsonReply(200, document)
        },
      },
    },
  }
  return [...routes, description]
}
