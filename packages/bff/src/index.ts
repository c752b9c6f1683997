export type { Log, LogCode, LogFields } from '@leyden/core'
export type { PayProvider, ProviderOptions, RampProvider } from '@leyden/core/provider'
export type { Bff, RampSessionUser } from './kernel/bff.js'
export type { BffOptions } from './kernel/bff-options.js'
export { createBff } from './kernel/create-bff.js'
export type { EmbedFiles } from './kernel/embed/embed-files.js'
export type {
  Check,
  Extension,
  ExtensionParts,
  Kernel,
  KernelActions,
  KernelOptions,
} from './kernel/extension.js'
export { forwardedIp } from './kernel/http/client-ip.js'
export type { RequestInfo } from './kernel/http/http-request.js'
export type { Identify, Identity, User } from './kernel/http/identity.js'
export type { ChargeLimits, Rates } from './kernel/limits/limits.js'
export type { MeasuredCall, Measurement } from './kernel/measure.js'
export type { IntentOrder } from './kernel/order/intent.js'
export type { EndpointHealth } from './kernel/outbox/endpoint.js'
export type {
  BffEvent,
  ChargeExpiredEvent,
  ChargePaidEvent,
  RampEvent,
  WebhookUnusableEvent,
} from './kernel/outbox/event-message.js'
export type { ReadRampDetails } from './kernel/ramp/ramp-details.js'
export type { RampOrder } from './kernel/ramp/ramp-fields.js'
export type { RampFieldLimits } from './kernel/ramp/ramp-messages.js'
export type { SignatureVerifier } from './kernel/ramp/signature-verifier.js'
export type { Readiness } from './kernel/readiness/readiness.js'
export type {
  Settlement,
  SettlementListener,
  SettlementSource,
} from './kernel/settlement/settlement-source.js'
export type * from './kernel/store/store.js'
export type * from './kernel/store/subject.js'
export { weakSecret } from './kernel/tokens/weak-secret.js'
export { type ServiceProviderOptions, serviceProvider } from './providers/service-provider.js'
export { type VerifiedFirstOptions, verifiedFirst } from './providers/verified-first.js'
export * from './providers/webhook-signatures.js'
