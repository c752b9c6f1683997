// Everything but the ramp: for bundlers that load what any part of an entry needs, such as esbuild with splitting.
export type { AddressLookup, AddressLookups } from './lightning-address/address-lookup.js'
export {
  LightningAddressField,
  type LightningAddressFieldProps,
} from './lightning-address/lightning-address-field.js'
export {
  type AddressField,
  type UseLightningAddressOptions,
  useLightningAddress,
} from './lightning-address/use-lightning-address.js'
export { useLightningAddressQuery } from './lightning-address/use-lightning-address-query.js'
export type { PayMessageKey } from './messages/pay-english.js'
export type {
  AddressProblem,
  AmountUnit,
  ArrivedPayment,
  CheckedCharge,
  Mismatch,
  Order,
  PayerDataAsked,
  PayerDataKind,
  PaymentFacts,
  PayState,
  PayStatus,
  Price,
  Recipient,
  ShownCharge,
} from './pay-flow/pay-state.js'
export * as Pay from './pay-parts.js'
export type { Fiat, FiatPrice } from './pay-to-lightning-address/fiat.js'
export type { IntentState, IntentStates } from './pay-to-lightning-address/intent-reader.js'
export { InvoiceQrCode, type InvoiceQrCodeProps } from './pay-to-lightning-address/invoice-qr-code.js'
export type {
  InvoiceLinkProps,
  PayActions,
  PayFields,
  PayHandle,
} from './pay-to-lightning-address/pay-handle.js'
export type { Payment, PayOptions } from './pay-to-lightning-address/pay-options.js'
export {
  PayToLightningAddress,
  type PayToLightningAddressProps,
} from './pay-to-lightning-address/pay-to-lightning-address.js'
export type { AmountChoice, AmountField, AmountProblem } from './pay-to-lightning-address/use-amount-field.js'
export type { CopiedThing } from './pay-to-lightning-address/use-copying.js'
export type { NoteField } from './pay-to-lightning-address/use-note-field.js'
export { usePayToLightningAddress } from './pay-to-lightning-address/use-pay-to-lightning-address.js'
export type { PayerField, PayerFields } from './pay-to-lightning-address/use-payer-fields.js'
export type {
  ConnectWallet,
  WalletConnection,
  WalletConnector,
} from './pay-to-lightning-address/wallet-connection.js'
export { knownWallets, type Wallet } from './pay-to-lightning-address/wallets.js'
export { useCreateCharge } from './query/use-mutations.js'
export * from './shared.js'
