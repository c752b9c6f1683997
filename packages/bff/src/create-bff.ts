import { validateRoute } from './address/validate-route.js'
import { adminRoutes } from './admin/admin-routes.js'
import { eventRoutes } from './admin/event-routes.js'
import { readRoutes } from './admin/read-routes.js'
import type { Bff } from './bff.js'
import type { BffOptions } from './bff-options.js'
import { createParts } from './bff-parts.js'
import { readSettings } from './bff-settings.js'
import { fetchChargeRoute } from './charge/fetch-charge-route.js'
import { checkOptions } from './check-options.js'
import { embedRoutes } from './embed/embed-routes.js'
import { exchangeRateRoute } from './exchange-rates/exchange-rate-route.js'
import { createHandler } from './http/handler.js'
import { healthRoutes } from './http/health-routes.js'
import { openApiRoute } from './http/openapi-route.js'
import { createOrigins } from './http/origins.js'
import { toFetch } from './http/reply.js'
import { check } from './http/schema.js'
import { IntentRequest } from './intent/intent-messages.js'
import { readIntentRoute } from './intent/read-intent-route.js'
import { BY_THE_SHOP, sessionReply } from './ramp/open-session.js'
import { wireOrder } from './ramp/ramp-fields.js'
import { rampSessionRoute } from './ramp/ramp-session-route.js'
import { webhookRoutes } from './ramp/webhook-route.js'
import { createCheckSetup } from './setup-check/check-setup.js'
import { watchRoutes } from './watch/watch-route.js'

/**
 * Creates a backend-for-frontend: it keeps the API key, checks every invoice, and reports payments to your code.
 *
 * ```ts
 * const bff = createBff({
 *   pay: serviceProvider({ apiKey, baseUrl }),
 *   store: memoryStore(),
 *   publicUrl: 'https://shop.example/api/leyden',
 *   secrets: [secret],
 * })
 * const response = await bff.fetch(request)
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` naming the option that cannot be used.
 */
export function createBff(options: BffOptions): Bff {
  checkOptions(options)
  const parts = createParts(readSettings(options))
  const { publicUrl, log, readiness, settle, intents, openSession, readFields, rampOrders, outbox } = parts
  const operations = {
    tick: () => outbox.tick(),
    replay: () => parts.store.revive(parts.now()),
    // Requests of a check are not measured.
    check: createCheckSetup({ ...parts, pay: options.pay, ramp: options.ramp }),
  }

  const routes = [
    validateRoute(parts),
    fetchChargeRoute(parts),
    readIntentRoute(parts),
    exchangeRateRoute(parts),
    rampSessionRoute(parts),
    ...watchRoutes(parts),
    ...webhookRoutes(parts),
    ...adminRoutes({ ...parts, ...operations }),
    ...readRoutes(parts),
    ...eventRoutes(parts),
    ...embedRoutes(options.embed),
    ...healthRoutes,
  ]
  const handle = createHandler({
    ...parts,
    routes: [...routes, openApiRoute(routes, publicUrl)],
    origins: createOrigins(new URL(publicUrl).origin, options.allowedOrigins ?? [], log),
  })
  return {
    ...operations,
    fetch: toFetch(handle),
    settle: (settlement) => settle(settlement, 'app'),
    async sign({ amountMsat, ...order }) {
      return intents.sign(check(IntentRequest, { ...order, amount: String(amountMsat) }))
    },
    rampOrder: async (order) => rampOrders.sign(readFields.ofOrder(wireOrder(order))),
    async rampSession({ userId, ...order }) {
      const fields = readFields.ofOrder(wireOrder(order))
      const opened = await openSession(fields, { userId, emailOf: 'order', requester: BY_THE_SHOP }, log)
      return sessionReply(opened, parts)
    },
    start() {
      outbox.start()
      parts.settlementWatch.start()
    },
    redeliver: parts.redeliver,
    release: parts.release,
    erase: parts.erase,
    ready: readiness.ready,
    async close() {
      parts.streams.close()
      await parts.settlementWatch.stop()
      await outbox.stop()
    },
  }
}
