export type { Log } from '@leyden/core'
export type { PayProvider, ProviderOptions, RampProvider } from '@leyden/core/provider'
export type { Bff, RampSessionUser } from './bff.js'
export type { BffOptions } from './bff-options.js'
export { createBff } from './create-bff.js'
export type { EmbedFiles } from './embed/embed-files.js'
export {
  type CoinbaseRatesOptions,
  coinbaseRates,
  fixedRates,
} from './exchange-rates/exchange-rate-sources.js'
export type { ExchangeRateSource, RateReading } from './exchange-rates/exchange-rates.js'
export { forwardedIp } from './http/client-ip.js'
export type { RequestInfo } from './http/http-request.js'
export type { Identify, Identity, User } from './identity/identity.js'
export type { IntentOrder } from './intent/intent.js'
export type { ChargeLimits, Rates } from './limits/limits.js'
export type { Measurement } from './observe.js'
export type {
  BffEvent,
  ChargeExpiredEvent,
  ChargeFacts,
  ChargePaidEvent,
  RampEvent,
  SessionFacts,
  WebhookUnusableEvent,
} from './outbox/bff-event.js'
export { type EventMessage, eventMessage } from './outbox/event-message.js'
export { type ServiceProviderOptions, serviceProvider } from './provider/service-provider.js'
export { type VerifiedFirstOptions, verifiedFirst } from './provider/verified-first.js'
export type { ReadRampDetails } from './ramp/ramp-details.js'
export type { RampOrder } from './ramp/ramp-fields.js'
export type { RampFieldLimits } from './ramp/ramp-messages.js'
export * from './ramp/webhook-signatures.js'
export type { Readiness } from './readiness/readiness.js'
export type { Settlement, SettlementListener, SettlementSource } from './settlement/settlement-source.js'
export type { CheckReport, CheckRequest, Finding } from './setup-check/check-setup.js'
export type * from './store/store.js'
export type * from './store/subject.js'
export { weakSecret } from './tokens/weak-secret.js'
