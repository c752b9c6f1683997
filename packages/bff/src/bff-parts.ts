import { createLookUp } from './address/look-up.js'
import { createErase } from './admin/erase-subject.js'
import { createRedeliver } from './admin/redeliver.js'
import type { BffSettings } from './bff-settings.js'
import { createChargeReply } from './charge/charge-reply.js'
import { createFollowPayment } from './charge/follow-payment.js'
import { createMakeCharge } from './charge/make-charge.js'
import { createOpenCharge } from './charge/open-charge.js'
import { createSettle } from './charge/settle-charge.js'
import { createExchangeRates } from './exchange-rates/exchange-rates.js'
import { createClientIp } from './http/client-ip.js'
import { type HttpRequest, toRequest } from './http/http-request.js'
import { createIdempotency } from './http/idempotency.js'
import { createIntents } from './intent/intent.js'
import { createSpend } from './limits/limits.js'
import { createOutbox } from './outbox/outbox.js'
import { createUpstream } from './provider/upstream.js'
import { createAccessTokens, createKeepAccessToken } from './ramp/access-tokens.js'
import { createOpenSession } from './ramp/open-session.js'
import { createReadFields } from './ramp/ramp-fields.js'
import { createRampOrders } from './ramp/ramp-orders.js'
import { createReleaseEvent } from './ramp/release-event.js'
import { createDetectsPayments } from './settlement/detected-recipients.js'
import { createSettlementWatch } from './settlement/settlement-watch.js'
import { createSealer } from './tokens/sealer.js'
import { createTokens } from './tokens/tokens.js'
import { createPublicState } from './watch/history.js'
import { createWatchStreams } from './watch/watch-stream.js'
import { createWatchUrl } from './watch/watch-url.js'

/** The settings of a BFF, and what its routes share. */
export type BffParts = ReturnType<typeof createParts>

export function createParts(settings: BffSettings) {
  const { store, log, now, network, rates } = settings
  const tokens = createTokens(settings.secrets)
  const sealer = createSealer(settings.secrets)
  const spend = createSpend(store, rates, now)
  const clientIp = createClientIp(settings.trustedProxies ?? [])
  const upstream = createUpstream({ ...settings, spend })
  const publicState = createPublicState(store, now)
  const deliveries = { wanted: settings.onEvent !== undefined, wake: () => outbox.wake() }
  const settle = createSettle(store, publicState, deliveries, now)
  const detectsPayments = createDetectsPayments(settings.settles)
  const settlementWatch = createSettlementWatch({ ...settings, detectsPayments, settle, spend })
  const followPayment = createFollowPayment({ ...settings, spend, settle, settlementWatch })
  const outbox = createOutbox({ ...settings, followPayment })
  const lookUp = createLookUp({ ...settings, upstream })
  const watchUrl = createWatchUrl(tokens, now)
  const accessTokens = createAccessTokens(store, sealer, now)
  const keptTokens = settings.keepAccessTokens ? accessTokens : undefined
  const openSession = createOpenSession({ ...settings, accessTokens: keptTokens, upstream, tokens })
  return {
    ...settings,
    tokens,
    spend,
    clientIp,
    publicState,
    deliveries,
    settle,
    settlementWatch,
    outbox,
    lookUp,
    watchUrl,
    openSession,
    readExchangeRate: createExchangeRates(settings),
    intents: createIntents(tokens, store, now),
    idempotent: createIdempotency(store, tokens, sealer, now),
    chargeReply: createChargeReply(watchUrl, detectsPayments),
    openCharge: createOpenCharge(store, settlementWatch, now),
    makeCharge: createMakeCharge({ ...settings, lookUp, upstream, tokens }),
    release: createReleaseEvent({ ...settings, publicState, deliveries }),
    redeliver: createRedeliver(store, deliveries, log, now),
    erase: createErase(store, accessTokens),
    keepAccessToken: createKeepAccessToken(store, keptTokens),
    readFields: createReadFields(settings.rampFields, network),
    rampOrders: createRampOrders({ ...settings, tokens, sealer, spend, openSession, publicState }),
    streams: createWatchStreams(settings),
    /** `livemode` of the latest webhook. */
    seen: {} as { livemode?: boolean | undefined },
    // In plain JavaScript these functions may return a value instead of a promise, or throw.
    identify: async (request: HttpRequest) => (await settings.identify?.(toRequest(request))) ?? null,
    challenge: async (request: HttpRequest, guest: { email: string }) =>
      (await settings.challenge?.(toRequest(request), guest)) ?? true,
  }
}
