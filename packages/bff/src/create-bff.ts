import { createLookUp, type LookUp, publicAnswer } from './address/look-up.js'
import { validateRoute } from './address/validate-route.js'
import { adminRoutes } from './admin/admin-routes.js'
import { createErase } from './admin/erase-subject.js'
import { readRoutes } from './admin/read-routes.js'
import { createRedeliver } from './admin/redeliver.js'
import type { Bff } from './bff.js'
import type { BffOptions } from './bff-options.js'
import { createChargeReply } from './charge/charge-reply.js'
import { fetchChargeRoute } from './charge/fetch-charge-route.js'
import { createFollowPayment } from './charge/follow-payment.js'
import { createMakeCharge } from './charge/make-charge.js'
import { createOpenCharge } from './charge/open-charge.js'
import { createSettle } from './charge/settle-charge.js'
import { checkOptions } from './check-options.js'
import { embedRoutes } from './embed/embed-routes.js'
import { exchangeRateRoute } from './exchange-rates/exchange-rate-route.js'
import { createExchangeRates } from './exchange-rates/exchange-rates.js'
import { createClientIp, siteOf } from './http/client-ip.js'
import { createHandler } from './http/handler.js'
import { type HttpRequest, toRequest } from './http/http-request.js'
import { createIdempotency } from './http/idempotency.js'
import { createOrigins } from './http/origins.js'
import { ownRoutes } from './http/own-routes.js'
import { toFetch } from './http/reply.js'
import { check } from './http/schema.js'
import { createIntents } from './intent/intent.js'
import { IntentRequest } from './intent/intent-messages.js'
import { readIntentRoute } from './intent/read-intent-route.js'
import { createSpend, DEFAULT_CHARGE_LIMITS, DEFAULT_RATES, mostAtOnce } from './limits/limits.js'
import { consoleLog } from './log.js'
import { withReferences } from './log-references.js'
import { type ObservedCall, observe } from './observe.js'
import { createOutbox } from './outbox/outbox.js'
import { createUpstream } from './provider/upstream.js'
import { createAccessTokens, createKeepAccessToken } from './ramp/access-tokens.js'
import { BY_THE_SHOP, createOpenSession, sessionReply } from './ramp/open-session.js'
import { createReadFields, wireOrder } from './ramp/ramp-fields.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { createRampOrders } from './ramp/ramp-orders.js'
import { rampSessionRoute } from './ramp/ramp-session-route.js'
import { createReleaseEvent } from './ramp/release-event.js'
import { webhookRoutes } from './ramp/webhook-route.js'
import { createReadiness } from './readiness/readiness.js'
import { createDetectsPayments } from './settlement/detected-recipients.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { createCheckSetup } from './setup-check/check-setup.js'
import { createSealer } from './tokens/sealer.js'
import { createTokens } from './tokens/tokens.js'
import { createPublicState } from './watch/history.js'
import { watchRoutes } from './watch/watch-route.js'
import { createWatchStreams } from './watch/watch-stream.js'
import { createWatchUrl } from './watch/watch-url.js'

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
  const { now = () => new Date(), network = 'mainnet' } = options
  const log = withReferences(options.log ?? consoleLog)
  const publicUrl = new URL(options.publicUrl).href.replace(/\/+$/, '')
  const { onEvent, waitUntil, adminToken, timeoutMs = 8_000, rampOrigins = [], trustedProxies = [] } = options
  const readiness = createReadiness(options.store, options.pay, now)
  const measure = options.measure ?? (() => {})
  const store = observe(options.store, (call) => {
    readiness.storeCalled(call)
    measure({ of: 'store', ...call })
  })
  const upstreamCalled = (call: ObservedCall) => {
    readiness.serviceCalled(call)
    measure({ of: 'upstream', ...call })
  }
  const pay = observe(options.pay, upstreamCalled)
  const ramp = options.ramp && observe(options.ramp, upstreamCalled)
  const exchangeRates =
    options.exchangeRates && observe(options.exchangeRates, (call) => measure({ of: 'upstream', ...call }))
  const rates = withDefaults(DEFAULT_RATES, options.rates)
  const chargeLimits = withDefaults(DEFAULT_CHARGE_LIMITS, options.chargeLimits)
  const rampFields = withDefaults(DEFAULT_RAMP_FIELDS, options.rampFields)
  const mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const takesPayerData = pay.takesPayerData ?? false
  const deliveries = { wanted: onEvent !== undefined, wake: () => outbox.wake() }
  const tokens = createTokens(options.secrets)
  const sealer = createSealer(options.secrets)
  const spend = createSpend(store, rates, now)
  const clientIp = createClientIp(trustedProxies)
  const upstream = createUpstream({
    spend,
    perClient: mostAtOnce(rates),
    timeoutMs,
    payParty: pay.party,
    now,
  })
  const publicState = createPublicState(store, now)
  const settle = createSettle(store, publicState, deliveries, now)
  const detectsPayments = createDetectsPayments(options.settles)
  const settlementWatch = createSettlementWatch({
    source: options.settlement,
    detectsPayments,
    settle: (payment) => settle(payment, 'app'),
    spend,
    log,
    now,
  })
  const outbox = createOutbox({
    store,
    followPayment: createFollowPayment({ pay, spend, settle, settlementWatch, log, now }),
    onEvent,
    waitUntil,
    retentionDays: withDefaults({ bodies: 7, unpaid: 7, subjects: 90 }, options.retentionDays),
    log,
    now,
  })
  const askForAddress: LookUp = (address, log, requester) =>
    upstream({ domain: address.slice(address.indexOf('@') + 1), log, requester }, async (options) =>
      publicAnswer(await pay.validateLightningAddress(address, options)),
    )
  const lookUpTtlMs = withDefaults({ valid: 60_000, invalid: 10_000 }, options.lookUpTtlMs)
  const lookUp = createLookUp(askForAddress, lookUpTtlMs, now)
  const readExchangeRate = createExchangeRates({ source: exchangeRates, timeoutMs, waitUntil, log, now })
  const intents = createIntents(tokens, store, now)
  const idempotent = createIdempotency(store, tokens, sealer, now)
  const watchUrl = createWatchUrl(tokens, now)
  const chargeReply = createChargeReply(watchUrl, detectsPayments)
  const openCharge = createOpenCharge(store, settlementWatch, now)
  const makeCharge = createMakeCharge({
    pay,
    lookUp,
    upstream,
    network,
    mode,
    graceMs: options.graceMs ?? 60_000,
    timeoutMs,
    clientId: (ip) => (ip === null ? undefined : tokens.pseudonym(siteOf(ip))),
    now,
  })
  const release = createReleaseEvent({ store, publicState, deliveries, log, now })
  const redeliver = createRedeliver(store, deliveries, log, now)
  const tick = () => outbox.tick()
  const replay = () => store.revive(now())
  const seen = {}
  const checkSetup = createCheckSetup({
    ...options,
    publicUrl,
    network,
    mode,
    chargeLimits,
    timeoutMs,
    store,
    tokens,
    readExchangeRate,
    seen,
    now,
  })
  const accessTokens = createAccessTokens(store, sealer, now)
  const keptTokens = options.keepAccessTokens ? accessTokens : undefined
  const keepAccessToken = createKeepAccessToken(store, keptTokens)
  const erase = createErase(store, accessTokens)
  const readFields = createReadFields(rampFields, network)
  const openSession = createOpenSession({
    ramp,
    rampOrigins,
    accessTokens: keptTokens,
    upstream,
    store,
    tokens,
    publicUrl,
    mode,
    now,
  })
  const rampOrders = createRampOrders({ tokens, sealer, store, spend, openSession, publicState, now })
  const onCount = (open: number) => measure({ of: 'streams', open })
  const streams = createWatchStreams({ store, rates, onCount, log, now })
  // In plain JavaScript this function may return a value instead of a promise, or throw.
  const identify = async (request: HttpRequest) => (await options.identify?.(toRequest(request))) ?? null
  const challenge = async (request: HttpRequest, guest: { email: string }) =>
    (await options.challenge?.(toRequest(request), guest)) ?? true

  const routes = [
    validateRoute({ lookUp, spend, chargeLimits, takesPayerData, mode, network }),
    fetchChargeRoute({
      identify,
      spend,
      idempotent,
      intents,
      makeCharge,
      openCharge,
      chargeReply,
      chargeLimits,
      takesPayerData,
    }),
    readIntentRoute({ intents, store, spend, chargeReply, mode, network, now }),
    exchangeRateRoute(readExchangeRate, spend),
    rampSessionRoute({
      ramp,
      rampOrigins,
      rampFields,
      readFields,
      openSession,
      rampOrders,
      identify,
      challenge,
      spend,
      idempotent,
      watchUrl,
    }),
    ...watchRoutes({ tokens, store, publicState, openStream: streams.open, settle, now }),
    ...webhookRoutes({
      tokens,
      store,
      spend,
      verifiers: options.verifiers ?? [],
      deliveries,
      mode,
      rampDetails: options.rampDetails,
      isProxy: clientIp.isProxy,
      seen,
      keepAccessToken,
      now,
    }),
    ...adminRoutes({
      settle,
      intents,
      tick,
      replay,
      redeliver,
      release,
      erase,
      check: checkSetup,
      readFields,
      rampOrders,
    }),
    ...readRoutes(store, publicState),
    ...embedRoutes(options.embed),
    ...ownRoutes(publicUrl),
  ]
  const origins = createOrigins(new URL(publicUrl).origin, options.allowedOrigins ?? [], log)
  const handle = createHandler({
    routes,
    publicUrl,
    adminToken,
    origins,
    clientIp: clientIp.of,
    log,
    now,
  })
  return {
    fetch: toFetch(handle),
    settle: (settlement) => settle(settlement, 'app'),
    async sign({ amountMsat, ...order }) {
      return intents.sign(check(IntentRequest, { ...order, amount: String(amountMsat) }))
    },
    rampOrder: async (order) => rampOrders.sign(readFields.ofOrder(wireOrder(order))),
    async rampSession({ userId, ...order }) {
      const fields = readFields.ofOrder(wireOrder(order))
      const opened = await openSession(fields, { userId, emailOf: 'order', requester: BY_THE_SHOP }, log)
      return sessionReply(opened, { watchUrl, rampOrigins })
    },
    start() {
      outbox.start()
      settlementWatch.start()
    },
    tick,
    replay,
    redeliver,
    release,
    erase,
    check: checkSetup,
    ready: readiness.ready,
    async close() {
      streams.close()
      await settlementWatch.stop()
      await outbox.stop()
    },
  }
}

/** In plain JavaScript a value may be undefined, which counts as absent. */
function withDefaults<Values extends object>(defaults: Values, given: Partial<Values> = {}): Values {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}
