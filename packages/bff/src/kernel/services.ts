import { consoleLog } from '@leyden/core/internal'
import { createLookUp } from './address/look-up.js'
import type { CheckedOptions } from './check-options.js'
import { createClientIp } from './http/client-ip.js'
import { type HttpRequest, toRequest } from './http/http-request.js'
import { createIdempotency } from './http/idempotency.js'
import { createSpend, mostAtOnce } from './limits/limits.js'
import { withReferences } from './log-references.js'
import { type ObservedCall, observe } from './observe.js'
import { createAccessTokens } from './ramp/access-tokens.js'
import { createReadiness } from './readiness/readiness.js'
import { createDetectsPayments } from './settlement/detected-recipients.js'
import { createTokens } from './tokens/tokens.js'
import { createUpstream } from './upstream/upstream.js'
import { createPublicState } from './watch/history.js'
import { createWatchUrl } from './watch/watch-url.js'

/** What the features of a BFF share: its checked options, its store, clock and log, and what needs no feature. */
export type Services = ReturnType<typeof createServices>

/** The services that a feature uses. Each names its own, and can be created with these alone, as in a test. */
export type Uses<Name extends keyof Services> = Pick<Services, Name>

/** The services that a function uses, for the functions that call it. They are its first parameter. */
export type UsesOf<Call extends (...parameters: never[]) => unknown> = Parameters<Call>[0]

/** @param wake wakes the outbox, because an event is due. */
export function createServices(options: CheckedOptions, wake: () => void) {
  const { now = () => new Date(), measure = () => {}, rates, timeoutMs } = options
  const readiness = createReadiness(options.store, options.pay, now)
  const store = observe(options.store, (call) => {
    readiness.storeCalled(call)
    measure({ of: 'store', ...call })
  })
  const upstreamCalled = (call: ObservedCall) => {
    readiness.serviceCalled(call)
    measure({ of: 'upstream', ...call })
  }
  const pay = observe(options.pay, upstreamCalled)
  const tokens = createTokens(options.secrets)
  const spend = createSpend(store, rates, now)
  const perClient = mostAtOnce(rates)
  const upstream = createUpstream({ spend, perClient, timeoutMs, payParty: pay.party, now })
  return {
    ...options,
    now,
    measure,
    log: withReferences(options.log ?? consoleLog),
    readiness,
    store,
    pay,
    ramp: options.ramp && observe(options.ramp, upstreamCalled),
    exchangeRates: options.exchangeRates && observe(options.exchangeRates, upstreamCalled),
    upstream,
    /** Counts requests against the rate limits. */
    spend,
    tokens,
    clientIp: createClientIp(options.trustedProxies),
    idempotent: createIdempotency(store, tokens, now),
    lookUp: createLookUp(pay, upstream, now),
    accessTokens: createAccessTokens(options.keepAccessTokens, store, tokens, now),
    publicState: createPublicState(store, now),
    watchUrl: createWatchUrl(tokens, now),
    /** Whether this server detects payments to a recipient. */
    detectsPayments: createDetectsPayments(options.settles),
    /** `livemode` of the latest webhook. */
    seen: {} as { livemode?: boolean | undefined },
    deliveries: { wanted: options.onEvent !== undefined, wake },
    // In plain JavaScript these functions may return a value instead of a promise, or throw.
    async identify(request: HttpRequest) {
      return (await options.identify?.(toRequest(request))) ?? null
    },
    async challenge(request: HttpRequest, guest: { email: string }): Promise<boolean> {
      return (await options.challenge?.(toRequest(request), guest)) ?? true
    },
  }
}
