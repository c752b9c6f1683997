// The options of the widgets and of the provider, without React: for wrappers such as the custom elements.
export type { AttributeType, ElementOption, OptionTable } from './card/option-table.js'
export type { Message } from './messages/message.js'
export type { Messages } from './messages/messages.js'
export type { CheckedCharge, PayStatus } from './pay-flow/pay-state.js'
export type { Fiat } from './pay-to-lightning-address/fiat.js'
export { type Payment, type PayOptions, payOptions } from './pay-to-lightning-address/pay-options.js'
export type {
  ConnectWallet,
  WalletConnection,
  WalletConnector,
} from './pay-to-lightning-address/wallet-connection.js'
export type { Wallet } from './pay-to-lightning-address/wallets.js'
export { isRampPage, type ProviderOptions, providerOptions } from './provider/provider-options.js'
export type { FrameMessage, FrameMessageAdapter } from './ramp-flow/frame-message.js'
export type { BlockReason, RampFlowStatus } from './ramp-flow/ramp-state.js'
export type { Finding } from './ramp-widget/examine-page.js'
export {
  type RampClosing,
  type RampOptions,
  type RampPresentation,
  type RampSessionInfo,
  type RampStep,
  rampOptions,
} from './ramp-widget/ramp-options.js'
export type { ColorScheme, Theme } from './theme/theme.js'
