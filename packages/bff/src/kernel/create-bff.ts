import { exchangeRateRoute } from '../exchange-rates/exchange-rate-route.js'
import { createExchangeRates } from '../exchange-rates/exchange-rates.js'
import { adminRoutes } from '../operations/admin/admin-routes.js'
import { createOperatorActions } from '../operations/admin/operator-actions.js'
import { readRoutes } from '../operations/admin/read-routes.js'
import { createCheckSetup } from '../operations/setup-check/check-setup.js'
import { validateRoute } from './address/validate-route.js'
import type { Bff } from './bff.js'
import type { BffOptions } from './bff-options.js'
import { fetchChargeRoute } from './charge/fetch-charge-route.js'
import { createFollowPayment } from './charge/follow-payment.js'
import { createCharges } from './charge/open-charge.js'
import { settleCharge } from './charge/settle-charge.js'
import { checkOptions } from './check-options.js'
import { embedRoutes } from './embed/embed-routes.js'
import { createHandler } from './http/handler.js'
import { ownRoutes } from './http/own-routes.js'
import { toFetch } from './http/reply.js'
import { check } from './http/schema.js'
import { IntentRequest, signIntent } from './intent/intent.js'
import { readIntentRoute } from './intent/read-intent-route.js'
import { createOutbox } from './outbox/outbox.js'
import { BY_THE_SHOP, openSession } from './ramp/open-session.js'
import { orderFields, wireOrder } from './ramp/ramp-fields.js'
import { createRampOrders } from './ramp/ramp-orders.js'
import { rampSessionRoute } from './ramp/ramp-session-route.js'
import { webhookRoutes } from './ramp/webhook-route.js'
import { createServices, type Services } from './services.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { watchRoutes } from './watch/watch-route.js'
import { createWatchStreams } from './watch/watch-stream.js'

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
  const services: Services = createServices(checkOptions(options), () => outbox.wake())
  const { store, network, log, now } = services
  const settle: Bff['settle'] = (settlement) => settleCharge(services, settlement, 'app')
  const settlementWatch = createSettlementWatch({
    ...services,
    source: services.settlement,
    settle,
  })
  const followPayment = createFollowPayment(services, settlementWatch)
  const outbox = createOutbox({
    ...services,
    onEvent: services.onEvent,
    waitUntil: services.waitUntil,
    followPayment,
  })
  const readExchangeRate = createExchangeRates({ ...services, source: services.exchangeRates })
  const rampOrders = createRampOrders(services)
  const streams = createWatchStreams({
    ...services,
    onCount: (open) => services.measure({ of: 'streams', open }),
  })
  const actions = {
    ...createOperatorActions(services),
    settle,
    tick: () => outbox.tick(),
    replay: () => store.revive(now()),
    check: createCheckSetup({ ...services, readExchangeRate }),
  }
  const handle = createHandler(services, [
    validateRoute(services),
    fetchChargeRoute(services, createCharges(services, settlementWatch)),
    readIntentRoute(services),
    exchangeRateRoute(readExchangeRate, services.spend),
    rampSessionRoute(services, rampOrders),
    ...watchRoutes(services, streams.open),
    ...webhookRoutes(services),
    ...adminRoutes(services, rampOrders, actions),
    ...readRoutes(services),
    ...embedRoutes(services.embed),
    ...ownRoutes(services.publicUrl),
  ])
  return {
    ...actions,
    fetch: toFetch(handle),
    async sign({ amountMsat, ...order }) {
      return signIntent(services, check(IntentRequest, { ...order, amount: String(amountMsat) }))
    },
    rampOrder: async (order) => rampOrders.sign(orderFields(wireOrder(order), network)),
    async rampSession({ userId, ...order }) {
      const owner = { userId, emailOf: 'order', requester: BY_THE_SHOP } as const
      const { reply } = await openSession(services, orderFields(wireOrder(order), network), owner, log)
      return reply
    },
    start() {
      outbox.start()
      settlementWatch.start()
    },
    ready: services.readiness.ready,
    async close() {
      streams.close()
      await settlementWatch.stop()
      await outbox.stop()
    },
  }
}
