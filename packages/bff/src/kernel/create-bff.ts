import { consoleLog, logWithDocs, withDeadline } from '@leyden/core/internal'
import { createLookUp } from './address/look-up.js'
import { validateRoute } from './address/validate-route.js'
import type { Bff } from './bff.js'
import type { BffOptions } from './bff-options.js'
import { chargeReply } from './charge/charge-messages.js'
import { fetchChargeRoute } from './charge/fetch-charge-route.js'
import { makeCharge } from './charge/make-charge.js'
import { createCharges } from './charge/open-charge.js'
import { checkOptions } from './check-options.js'
import { embedRoutes } from './embed/embed-routes.js'
import type { Kernel } from './extension.js'
import { closePart } from './foundation/close-part.js'
import { createClientIp } from './http/client-ip.js'
import { createHandler } from './http/handler.js'
import { healthRoute } from './http/health-route.js'
import { type HttpRequest, toRequest } from './http/http-request.js'
import { createIdempotent } from './http/idempotency.js'
import { identifyOnce, userSubjectOf } from './http/identity.js'
import { toFetch } from './http/reply.js'
import { check } from './http/schema.js'
import { concurrencyPerClient, createConsume } from './limits/limits.js'
import { createMeasureCall, measuredPay, measuredRamp, measuredStore } from './measure.js'
import { IntentRequest, readIntent, signIntent } from './order/intent.js'
import { readIntentRoute } from './order/read-intent-route.js'
import { createOutbox } from './outbox/outbox.js'
import { createCheckSession } from './ramp/check-session.js'
import { openSession, SHOP_REQUESTER } from './ramp/open-session.js'
import { createDuplicateOf } from './ramp/purchase.js'
import { rampOrderFields, wireRampOrder } from './ramp/ramp-fields.js'
import { createRampOrders } from './ramp/ramp-orders.js'
import { rampSessionRoute } from './ramp/ramp-session-route.js'
import { webhookRoutes } from './ramp/webhook-route.js'
import { createWebhookUrls } from './ramp/webhook-urls.js'
import { createReadiness } from './readiness/readiness.js'
import { createDetectsPayments } from './settlement/detected-recipients.js'
import { createFollowPayment } from './settlement/follow-payment.js'
import { logWitness } from './settlement/payments-seen.js'
import { settleCharge } from './settlement/settle-charge.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { createChange } from './store/change.js'
import { createTokens } from './tokens/tokens.js'
import { createUpstream } from './upstream/upstream.js'
import { createAppend } from './watch/states.js'
import { watchRoutes } from './watch/watch-route.js'
import { createWatchStreams } from './watch/watch-stream.js'
import { createWatchUrl, watchedId } from './watch/watch-url.js'

/** A page gives up after this time, so the guest's request is refused. */
const CHALLENGE_TIMEOUT_MS = 10_000

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
export function createBff(bffOptions: BffOptions): Bff {
  const { secrets, ...options } = checkOptions(bffOptions)
  const { publicUrl, network, mode, onEvent, waitUntil, retentionDays } = options
  const { recipients, source, graceMs } = options.settlement
  const { charges: chargeLimits, rates, timeoutMs } = options.limits
  const { origins: rampOrigins, fields: rampFields, compare, verifiers } = options.ramp
  const { now = () => new Date(), measure = () => {} } = options
  const log = logWithDocs(options.log ?? consoleLog)

  // The store and the providers, with a measurement of each call.
  const readiness = createReadiness(options.store, options.pay, () => outbox.health(), now)
  const measureStore = createMeasureCall((call) => {
    readiness.storeCalled(call)
    measure({ of: 'store', ...call })
  })
  const measureUpstream = createMeasureCall((call) => {
    readiness.serviceCalled(call)
    measure({ of: 'upstream', ...call })
  })
  const store = measuredStore(options.store, measureStore)
  const pay = measuredPay(options.pay, measureUpstream)
  const ramp = options.ramp.provider && measuredRamp(options.ramp.provider, measureUpstream)

  // What several features use.
  const tokens = createTokens(secrets)
  const consume = createConsume(store, rates, now)
  const perClient = concurrencyPerClient(rates)
  const upstream = createUpstream({ consume, perClient, timeoutMs, payParty: pay.party, now })
  const clientIp = createClientIp(options.trustedProxies, log)
  const change = createChange(store)
  const append = createAppend(change, log)
  const watchUrl = createWatchUrl(tokens, now)
  const detectsPayments = createDetectsPayments(recipients)
  const deliveries = { wanted: onEvent !== undefined, wake: () => outbox.wake() }
  // In plain JavaScript the functions of the shop may return a value instead of a promise, or throw.
  const identify = identifyOnce(async (request) => options.identify?.(toRequest(request)))
  const userSubject = userSubjectOf.bind(null, identify, tokens)
  const challenge = async (request: HttpRequest, guest: { email: string }) => {
    const ask = async () => options.ramp.challenge?.(toRequest(request), guest)
    return (await withDeadline(CHALLENGE_TIMEOUT_MS, undefined, ask)) ?? true
  }

  // Payments.
  const lookUp = createLookUp(pay, upstream, now)
  const settleBy = settleCharge.bind(null, { store, change, deliveries, now })
  const settle: Bff['settle'] = (settlement) => settleBy(settlement, 'app')
  const settlementWatch = createSettlementWatch({ source, detectsPayments, settle, consume, log, now })
  const forInvoices = { pay, lookUp, upstream, network, mode, graceMs, tokens, now }
  const make = makeCharge.bind(null, forInvoices)
  const charges = createCharges({ store, change, settlementWatch, makeCharge: make, now })
  const sign = signIntent.bind(null, { tokens, change, now })
  const read = readIntent.bind(null, { tokens, store, now })
  const replyOf = chargeReply.bind(null, { watchUrl, detectsPayments })

  // Ramp sessions.
  const forPages = { publicUrl, watchUrl, rampOrigins, mode }
  const webhookUrls = createWebhookUrls({ store, change, append, compare, log, now })
  const checkSession = createCheckSession({ rampOrigins, compare, isSigned: verifiers.length > 0, now })
  const open = openSession.bind(null, {
    ramp,
    checkSession,
    webhookUrls,
    upstream,
    tokens,
    ...forPages,
    now,
  })
  const rampOrders = createRampOrders({
    ...{ tokens, store, change, consume, openSession: open, webhookUrls, now },
  })
  const duplicateOf = createDuplicateOf(change, now)
  let latestLivemode: boolean | undefined

  // What happens after a request: events, polls for payments, streams.
  const followPayment = createFollowPayment({ pay, settlementWatch, settleBy, consume, log, now })
  const outbox = createOutbox({
    store,
    followPayment,
    change,
    duplicateOf,
    webhookUrls,
    onEvent,
    onEndpointChange: (health) => measure({ of: 'endpoint', ...health }),
    waitUntil,
    retentionDays,
    log,
    now,
  })
  const onCount = (count: number) => measure({ of: 'streams', open: count })
  const streams = createWatchStreams({ store, rates, onCount, log, now })

  const kernel: Kernel = {
    options,
    store,
    tokens,
    now,
    log,
    isProxy: clientIp.isProxy,
    consume,
    measure: measureUpstream,
    actions: {
      settle,
      signIntent: sign,
      signRampOrder: async (body) => rampOrders.sign(rampOrderFields(body, network)),
      tick: () => outbox.tick(),
      deliveries,
      append,
      change,
      endpoint: () => outbox.health(),
      detectsPayments,
    },
    checks: () => Object.fromEntries(extensions.flatMap(({ checks = {} }) => Object.entries(checks))),
    latestLivemode: () => latestLivemode,
  }
  const extensions = options.extensions.map((extension) => extension(kernel))

  const { allowedOrigins } = options
  const handle = createHandler({ publicUrl, allowedOrigins, clientIp, userSubject, log, now }, [
    validateRoute({ lookUp, consume, chargeLimits, pay, mode, network }),
    fetchChargeRoute({
      identify,
      consume,
      pay,
      chargeLimits,
      charges,
      readIntent: read,
      replyOf,
    }),
    readIntentRoute({ store, consume, readIntent: read, replyOf, mode, network, now }),
    rampSessionRoute({
      sellsBitcoin: ramp !== undefined,
      identify,
      challenge,
      consume,
      idempotent: createIdempotent(store, change, tokens, now),
      openSession: open,
      watchedId: (url) => watchedId(tokens, url, now()),
      rampOrders,
      rampFields,
      network,
    }),
    ...watchRoutes({ tokens, store, openStream: streams.open, settleBy, now }),
    ...webhookRoutes({
      tokens,
      webhookUrls,
      store,
      consume,
      verifiers,
      rampDetails: options.ramp.details,
      clientIp,
      compare,
      append,
      deliveries,
      onLivemode: (livemode) => {
        latestLivemode = livemode
      },
      now,
    }),
    ...embedRoutes(options.embed),
    healthRoute(publicUrl),
    ...extensions.flatMap(({ routes = [] }) => routes),
  ])

  return {
    fetch: toFetch(handle),
    settle,
    async sign({ amountMsat, ...order }) {
      return sign(check(IntentRequest, { ...order, amount: String(amountMsat) }))
    },
    rampOrder: async (order) => rampOrders.sign(rampOrderFields(wireRampOrder(order), network)),
    async rampSession({ userId, ...order }) {
      const owner = { userId, emailOf: 'order', requester: SHOP_REQUESTER } as const
      const { reply } = await open(rampOrderFields(wireRampOrder(order), network), owner, log)
      return reply
    },
    start() {
      logWitness(options.pay, recipients, log)
      outbox.start()
      settlementWatch.start()
    },
    tick: () => outbox.tick(),
    ready: readiness.ready,
    async close() {
      streams.close()
      await settlementWatch.stop()
      await outbox.stop()
      for (const extension of extensions) await closePart('extension', () => extension.close?.(), log)
    },
  }
}
