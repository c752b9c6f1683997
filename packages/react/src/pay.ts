// The root without the ramp, for bundlers that make a file of each dynamic import of an entry, also of an unused one.
export type { AddressLookup, AddressLookups } from './address/address-lookup.js'
export {
  LightningAddressField,
  type LightningAddressFieldProps,
} from './address/lightning-address-field.js'
export type {
  AddressProblem,
  AddressProblemReason,
  PayerDataAsked,
  PayerDataKind,
  ProviderWords,
  Recipient,
} from './address/recipient.js'
export type { PayMessageKey } from './foundation/messages/pay-english.js'
export type { ConnectWallet, WalletConnector } from './foundation/provider/connect-wallet.js'
export type { Fiat } from './pay/fields/fiat.js'
export type {
  AmountUnit,
  ArrivedPayment,
  ChargeTerms,
  CheckedCharge,
  Mismatch,
  PaymentDetails,
  PaymentFacts,
  PayState,
  PayStatus,
  Price,
  ProvenPayment,
  ReportedPayment,
  ShownCharge,
} from './pay/flow/pay-state.js'
export { InvoiceQrCode, type InvoiceQrCodeProps } from './pay/parts/invoice-qr-code.js'
export type { PayCallbacks, Payment } from './pay/pay-callbacks.js'
export type { PayOptions } from './pay/pay-options.js'
export {
  PayToLightningAddress,
  type PayToLightningAddressProps,
} from './pay/pay-to-lightning-address.js'
export { knownWallets, type Wallet } from './pay/wallets/known-wallets.js'
export * from './shared.js'
