// Exports that both widgets need.
export {
  type AddressValidation,
  type Charge,
  type ChargeState,
  type Client,
  type IntentReading,
  isLeydenError,
  LeydenError,
  type LeydenErrorCode,
  type Mode,
  type Network,
  type RampSession,
  type ServerClock,
  type WatchState,
} from '@leyden/core'
export type { PartProps, RenderProps } from './card/part.js'
export type { CompleteLanguage, Language } from './languages/language.js'
export type { LanguageSource } from './languages/use-language.js'
export type { Message } from './messages/message.js'
export type { Messages } from './messages/messages.js'
export { LeydenProvider, type LeydenProviderProps } from './provider/leyden-provider.js'
export type { ProviderOptions } from './provider/provider-options.js'
export type { UseClientOptions } from './provider/use-client.js'
export type { ColorScheme, Theme } from './theme/theme.js'
export type { Outage } from './widget/outage.js'
export type { WidgetEvent } from './widget/widget-event.js'
