import type { WatchState } from '@leyden/core'
import { createLookUp } from './address/look-up.js'
import { eraseSubject } from './admin/erase-subject.js'
import type { BffOptions } from './bff-options.js'
import { createChargeReply } from './charge/charge-reply.js'
import { createFollowPayment } from './charge/follow-payment.js'
import { createMakeCharge } from './charge/make-charge.js'
import { createOpenCharge } from './charge/open-charge.js'
import { createSettle, type Settlement } from './charge/settle-charge.js'
import { badField } from './http/bad-field.js'
import { createClientIp, siteOf } from './http/client-ip.js'
import { createHandler, type RequestInfo } from './http/handler.js'
import { createIdempotency } from './http/idempotency.js'
import { createOrigins, isOrigin } from './http/origins.js'
import { createRoutes } from './http/routes.js'
import { check } from './http/schema.js'
import { createIntents, type IntentOrder } from './intent/intent.js'
import { IntentRequest } from './intent/intent-messages.js'
import { createSpend, DEFAULT_CHARGE_LIMITS, DEFAULT_RATES, mostAtOnce } from './limits/limits.js'
import { createShareOf } from './limits/requester.js'
import { consoleLog } from './log.js'
import { createOutbox } from './outbox/outbox.js'
import { createUpstream } from './provider/upstream.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { createReleaseEvent } from './ramp/release-event.js'
import { createLearnsOf } from './settlement/detected-recipients.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { createShutdown } from './shutdown.js'
import { createSeal } from './tokens/seal.js'
import { createTokens } from './tokens/tokens.js'
import { createPublicState } from './watch/history.js'
import { createStreamLimits } from './watch/stream-limits.js'
import { createWatchUrl } from './watch/watch-url.js'

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
  /** Starts delivering events to `onEvent` and listening to `settlement`. Nothing runs before. */
  start(): void
  /** Delivers the events that are due, once; for serverless platforms. @returns the number of deliveries. */
  tick(): Promise<number>
  /** Retries the events that were given up. @returns how many. */
  replay(): Promise<number>
  /**
   * Releases a ramp event that was held for review (`suspect` or `conflict`), by its `id` in `onEvent` and the log: from
   * then on it counts. The page sees the new state, and `onEvent` gets the event again with `released: true`. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `BAD_REQUEST` for an event that is not held.
   */
  release(eventId: string): Promise<WatchState>
  /** Deletes everything about one charge (its payment hash) or session (its id, or the service's). @returns whether it existed. */
  erase(id: string): Promise<boolean>
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
  const { store, now = () => new Date(), log = consoleLog, network = 'mainnet' } = options
  const publicUrl = checkPublicUrl(options.publicUrl)
  if (options.adminToken !== undefined && options.adminToken.length < 32)
    throw badField('adminToken', 'must have at least 32 characters')
  if (options.ramp && !options.rampOrigins?.length)
    throw badField('rampOrigins', 'must say which origins the ramp may have')
  for (const name of ['allowedOrigins', 'rampOrigins'] as const)
    for (const origin of options[name] ?? [])
      if (!(name === 'allowedOrigins' && origin === 'null') && !isOrigin(origin))
        throw badField(name, `holds "${origin}", which is no origin such as "https://shop.example"`)

  if (options.settlement && !options.settles)
    throw badField(
      'settles',
      'must list the recipients whose payments `settlement` reports: Lightning Addresses, or true for all',
    )

  const { pay, onEvent, adminToken, rampOrigins = [], timeoutMs = 8_000 } = options
  const rates = { ...DEFAULT_RATES, ...options.rates }
  const mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const delivers = onEvent !== undefined
  const nudge = () => outbox.nudge()
  const tokens = createTokens(options.secrets)
  const spend = createSpend(store, rates, now)
  const upstream = createUpstream({
    spend,
    shareOf: createShareOf(spend),
    perClient: mostAtOnce(rates),
    timeoutMs,
    payParty: options.pay?.party,
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
      upstream({ domain: address.slice(address.indexOf('@') + 1), log, requester }, (signal) =>
        pay.validateLightningAddress(address, { signal }),
      ),
    ttlMs: options.lookUpTtlMs ?? { valid: 60_000, invalid: 10_000 },
    now,
  })
  const intents = createIntents(tokens, store, now)
  const watchUrl = createWatchUrl(tokens, now)
  const graceMs = options.graceMs ?? 60_000
  const release = createReleaseEvent({ store, publicState, delivers, nudge, log, now })
  const tick = () => outbox.tick()
  const replay = () => store.revive(now())
  const erase = (id: string) => eraseSubject(store, id)

  const routes = createRoutes({
    lookUp,
    spend,
    chargeLimits: { ...DEFAULT_CHARGE_LIMITS, ...options.chargeLimits },
    takesPayerData: pay.takesPayerData ?? false,
    mode,
    network,
    now,
    store,
    tokens,
    upstream,
    publicUrl,
    // In plain JavaScript it may return a value instead of a promise, or throw.
    identify: async (request) => (await options.identify?.(request)) ?? null,
    idempotent: createIdempotency({ store, tokens, seal: createSeal(options.secrets, 'replies'), now }),
    intents,
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
    ramp: options.ramp,
    rampOrigins,
    rampFields: { ...DEFAULT_RAMP_FIELDS, ...options.rampFields },
    challenge: options.challenge ?? (async () => true),
    publicState,
    openStream: createStreamLimits(rates),
    settle,
    shutdown,
    verifiers: options.verifiers ?? [],
    delivers,
    nudge,
    tick,
    replay,
    release,
    erase,
    embed: options.embed,
  })
  const origins = createOrigins(new URL(publicUrl).origin, options.allowedOrigins ?? [], log)
  const clientIp = createClientIp(options.trustedProxies ?? [])
  return {
    fetch: createHandler({ routes, publicUrl, adminToken, origins, clientIp, log, now }),
    settle: (settlement) => settle(settlement, 'app'),
    async sign({ amountMsat, ...order }) {
      return intents.sign(check(IntentRequest, { ...order, amount: String(amountMsat) }))
    },
    start() {
      outbox.start()
      settlementWatch.start()
    },
    tick,
    replay,
    release,
    erase,
    async close() {
      shutdown.start()
      await settlementWatch.stop()
      await outbox.stop()
    },
  }
}

function checkPublicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw badField('publicUrl', 'must be an http or https address without query and fragment')
  return url.href.replace(/\/+$/, '')
}
