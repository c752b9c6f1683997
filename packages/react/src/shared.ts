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
export type { CompleteLanguage, Language } from './foundation/messages/language.js'
export type { Message } from './foundation/messages/message.js'
export type { Messages } from './foundation/messages/messages.js'
export type { LanguageSource } from './foundation/messages/use-language.js'
export { LeydenProvider, type LeydenProviderProps } from './foundation/provider/leyden-provider.js'
export type { ProviderOptions } from './foundation/provider/provider-options.js'
export type { EventsByWidget, WidgetEvent } from './foundation/reports/widget-event.js'
export type { ColorScheme, Theme } from './foundation/theme/theme.js'
