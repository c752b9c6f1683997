export type { BffOptions } from './bff-options.js'
export type { Settlement } from './charge/settle-charge.js'
export { type Bff, createBff } from './create-bff.js'
export type { EmbedFiles } from './embed/embed-files.js'
export { forwardedIp } from './http/client-ip.js'
export type { RequestInfo } from './http/handler.js'
export type { Identify, Identity, User } from './identity/identity.js'
export type { IntentOrder } from './intent/intent.js'
export type { ChargeLimits, Rates } from './limits/limits.js'
export type { Log } from './log.js'
export type { BffEvent, ChargeFacts, SessionFacts } from './outbox/bff-event.js'
export { type EventMessage, eventMessage } from './outbox/event-message.js'
export type { PayProvider, ProviderOptions, RampProvider } from './provider/provider.js'
export { type ServiceProviderOptions, serviceProvider } from './provider/service-provider.js'
export type { RampFieldLimits } from './ramp/ramp-messages.js'
export {
  type HmacOptions,
  hmacVerifier,
  type SignatureVerifier,
  type StandardWebhooksOptions,
  signStandardWebhook,
  standardWebhooksVerifier,
} from './ramp/webhook-signatures.js'
export type { SettlementListener, SettlementSource } from './settlement/settlement-source.js'
export type {
  Delivery,
  DeliveryOutcome,
  EventFacts,
  NewEvent,
  PutOptions,
  Store,
  StoredEvent,
  Suspicion,
  UnreadableReason,
} from './store/store.js'
export type { ChargeSubject, IntentSubject, RampSubject, Subject } from './store/subject.js'
