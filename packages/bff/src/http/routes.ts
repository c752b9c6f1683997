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
import type { Route } from './route.js'

const ALIVE = { description: 'Alive.', content: { 'text/plain': { schema: { const: 'ok\n' } } } }

const health = async () => new Response('ok\n', { headers: { 'content-type': 'text/plain' } })

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
  let document: object | undefined
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
        async handle() {
          document ??= openApi([...routes, description], services.publicUrl)
          return Response.json(document)
        },
      },
    },
  }
  return [...routes, description]
}
