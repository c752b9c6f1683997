import type { RampSession, WatchState } from '@leyden/core'
import { createLookUp, publicAnswer } from './address/look-up.js'
import { createErase, type Erase } from './admin/erase-subject.js'
import { createRedeliver, type Redeliver } from './admin/redeliver.js'
import type { BffOptions } from './bff-options.js'
import { createChargeReply } from './charge/charge-reply.js'
import { createFollowPayment } from './charge/follow-payment.js'
import { createMakeCharge } from './charge/make-charge.js'
import { createOpenCharge } from './charge/open-charge.js'
import { createSettle, type Settlement } from './charge/settle-charge.js'
import { checkOptions } from './check-options.js'
import { createExchangeRates } from './exchange-rates/exchange-rates.js'
import { createClientIp, siteOf } from './http/client-ip.js'
import { createHandler, type RequestInfo } from './http/handler.js'
import { toRequest } from './http/http-request.js'
import { createIdempotency } from './http/idempotency.js'
import { createOrigins } from './http/origins.js'
import { toFetch } from './http/reply.js'
import { createRoutes } from './http/routes.js'
import { check } from './http/schema.js'
import { createIntents, type IntentOrder } from './intent/intent.js'
import { IntentRequest } from './intent/intent-messages.js'
import { createSpend, DEFAULT_CHARGE_LIMITS, DEFAULT_RATES, mostAtOnce } from './limits/limits.js'
import { createShareOf } from './limits/requester.js'
import { consoleLog } from './log.js'
import { withReferences } from './log-references.js'
import { type ObservedCall, observe } from './observe.js'
import { createOutbox } from './outbox/outbox.js'
import { createUpstream } from './provider/upstream.js'
import { createAccessTokens, createKeepAccessToken } from './ramp/access-tokens.js'
import { BY_THE_SHOP, createOpenSession, sessionReply } from './ramp/open-session.js'
import { createReadFields, type RampOrder, wireOrder } from './ramp/ramp-fields.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { createRampOrders } from './ramp/ramp-orders.js'
import { createReleaseEvent } from './ramp/release-event.js'
import { createReadiness, type Readiness } from './readiness/readiness.js'
import { createLearnsOf } from './settlement/detected-recipients.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { type CheckSetup, createCheckSetup } from './setup-check/check-setup.js'
import { createProbeWebhook } from './setup-check/webhook-probe.js'
import { createShutdown } from './shutdown.js'
import { createSealer } from './tokens/sealer.js'
import { createTokens } from './tokens/tokens.js'
import { createPublicState } from './watch/history.js'
import { createWatchStreams } from './watch/watch-stream.js'
import { createWatchUrl } from './watch/watch-url.js'

/** Whose session `rampSession` opens. */
export interface RampSessionUser {
  /** As `identify` would give it; your events of the session name it. @default a guest's session */
  userId?: string | undefined
}

/** What {@link createBff} returns. */
export interface Bff {
  /** Answers one request; never rejects. `ip` is the peer's address, for the limits. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /**
   * Records that a charge was paid, as this server's own node or wallet has reported. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown payment hash, `BAD_REQUEST` for a preimage that does not match it,
   * or for an impossible time of payment.
   */
  settle(settlement: Settlement): Promise<WatchState>
  /**
   * Signs an order: the page sends the intent and cannot change any of it. A charge can be created from it for 15
   * minutes; it can be read for 31 days.
   *
   * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_LIGHTNING_ADDRESS`.
   */
  sign(order: IntentOrder): Promise<string>
  /**
   * Signs a ramp order, for users and guests alike: the page sends the order, and can neither read nor change any of it.
   * It is good for 15 minutes and one open session.
   *
   * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
   */
  rampOrder(order: RampOrder): Promise<string>
  /**
   * Opens a ramp session at once, for a page whose `fetchSession` asks your own server. Give the reply to nobody but
   * that page: it opens the session.
   *
   * @throws LeydenError `NOT_CONFIGURED`, `BAD_REQUEST` naming the field, `INVALID_EMAIL`, and refusals by the service.
   */
  rampSession(order: RampOrder & RampSessionUser): Promise<RampSession>
  /** Starts delivering events to `onEvent` and listening to `settlement`. Nothing runs before. */
  start(): void
  /** Delivers the events that are due, once; for serverless platforms. @returns the number of deliveries. */
  tick(): Promise<number>
  /** Retries the events that were given up. @returns how many. */
  replay(): Promise<number>
  /**
   * Delivers one event to `onEvent` again, under the same `id`, whatever became of it before. Of a webhook whose body has
   * been deleted the event has only what outlives that.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `NOT_CONFIGURED` without `onEvent`.
   */
  redeliver: Redeliver
  /**
   * Releases a ramp event that was held for review (`suspect` or `conflict`), by its `id` in `onEvent` and the log: from
   * then on it counts. The page sees the new state, and `onEvent` gets the event again with `released: true`. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `BAD_REQUEST` for an event that is not held.
   */
  release(eventId: string): Promise<WatchState>
  /**
   * Deletes everything about one charge (its payment hash) or session (its id, or the service's), or the access token
   * that is kept for a user. @returns whether it existed; true for a user.
   */
  erase: Erase
  /**
   * Tries out everything that a shop needs, without money: calls the service with the key, opens a ramp session and
   * leaves it, sends a webhook to itself through `publicUrl`, and looks at clock, store, proxies and origins.
   *
   * @returns each finding in plain words. Never rejects.
   */
  check: CheckSetup
  /**
   * Says whether this BFF can work: the store can be written and read, and the service answers and takes the key. The
   * answer is at most some seconds old, so it may be asked as often as a load balancer likes. Never rejects.
   */
  ready(): Promise<Readiness>
  /** Ends the streams, the outbox and `settlement`. The caller closes the store. */
  close(): Promise<void>
}

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
  const { onEvent, adminToken, rampOrigins = [], timeoutMs = 8_000 } = options
  const readiness = createReadiness({ store: options.store, pay: options.pay, now })
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
  const rates = { ...DEFAULT_RATES, ...options.rates }
  const mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const delivers = onEvent !== undefined
  const nudge = () => outbox.nudge()
  const tokens = createTokens(options.secrets)
  const sealer = createSealer(options.secrets)
  const spend = createSpend(store, rates, now)
  const upstream = createUpstream({
    spend,
    shareOf: createShareOf(spend),
    perClient: mostAtOnce(rates),
    timeoutMs,
    payParty: pay.party,
    now,
  })
  const shutdown = createShutdown()
  const publicState = createPublicState(store, now)
  const settle = createSettle({ store, publicState, delivers, nudge, now })
  const learnsOf = createLearnsOf(options.settles)
  const settlementWatch = createSettlementWatch({
    source: options.settlement,
    learnsOf,
    settle: (payment) => settle(payment, 'app'),
    spend,
    log,
    now,
  })
  const outbox = createOutbox({
    store,
    followPayment: createFollowPayment({ pay, spend, settle, settlementWatch, log, now }),
    onEvent,
    waitUntil: options.waitUntil,
    retentionDays: { bodies: 7, unpaid: 7, subjects: 90, ...options.retentionDays },
    log,
    now,
  })
  const lookUp = createLookUp({
    ask: (address, log, requester) =>
      upstream({ domain: address.slice(address.indexOf('@') + 1), log, requester }, async (options) =>
        publicAnswer(await pay.validateLightningAddress(address, options)),
      ),
    ttlMs: { valid: 60_000, invalid: 10_000, ...options.lookUpTtlMs },
    now,
  })
  const readExchangeRate = createExchangeRates({
    source: exchangeRates,
    timeoutMs,
    waitUntil: options.waitUntil,
    log,
    now,
  })
  const intents = createIntents(tokens, store, now)
  const watchUrl = createWatchUrl(tokens, now)
  const graceMs = options.graceMs ?? 60_000
  const release = createReleaseEvent({ store, publicState, delivers, nudge, log, now })
  const redeliver = createRedeliver({ store, delivers, nudge, log, now })
  const tick = () => outbox.tick()
  const replay = () => store.revive(now())
  const chargeLimits = { ...DEFAULT_CHARGE_LIMITS, ...options.chargeLimits }
  const seen = {}
  const checkSetup = createCheckSetup({
    options,
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
  const erase = createErase(store, accessTokens)
  const rampFields = { ...DEFAULT_RAMP_FIELDS, ...options.rampFields }
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

  const routes = createRoutes({
    lookUp,
    spend,
    chargeLimits,
    takesPayerData: pay.takesPayerData ?? false,
    mode,
    network,
    now,
    store,
    tokens,
    publicUrl,
    // In plain JavaScript it may return a value instead of a promise, or throw.
    identify: async (request) => (await options.identify?.(toRequest(request))) ?? null,
    idempotent: createIdempotency({ store, tokens, sealer, now }),
    intents,
    readExchangeRate,
    makeCharge: createMakeCharge({
      pay,
      lookUp,
      upstream,
      network,
      mode,
      graceMs,
      timeoutMs,
      clientId: (ip) => (ip === null ? undefined : tokens.pseudonym(siteOf(ip))),
      now,
    }),
    openCharge: createOpenCharge(store, settlementWatch, now),
    chargeReply: createChargeReply(watchUrl, learnsOf),
    watchUrl,
    ramp,
    rampOrigins,
    rampDetails: options.rampDetails,
    rampFields,
    readFields,
    openSession,
    rampOrders,
    keepAccessToken: createKeepAccessToken(store, keptTokens),
    challenge: async (request, guest) => (await options.challenge?.(toRequest(request), guest)) ?? true,
    publicState,
    openStream: createWatchStreams({
      store,
      rates,
      onCount: (open) => measure({ of: 'streams', open }),
      shutdown,
      log,
      now,
    }),
    settle,
    verifiers: options.verifiers ?? [],
    delivers,
    nudge,
    tick,
    replay,
    redeliver,
    release,
    erase,
    checkSetup,
    probeWebhook: createProbeWebhook(options.trustedProxies ?? []),
    seen,
    embed: options.embed,
  })
  const origins = createOrigins(new URL(publicUrl).origin, options.allowedOrigins ?? [], log)
  const clientIp = createClientIp(options.trustedProxies ?? [])
  return {
    fetch: toFetch(createHandler({ routes, publicUrl, adminToken, origins, clientIp, log, now })),
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
      shutdown.start()
      await settlementWatch.stop()
      await outbox.stop()
    },
  }
}
