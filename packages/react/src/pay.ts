// Everything but the ramp: for bundlers that load what any part of an entry needs, such as esbuild with splitting.
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
export {
  type AddressField,
  type UseLightningAddressOptions,
  useLightningAddress,
} from './address/use-lightning-address.js'
export { useLightningAddressQuery } from './address/use-lightning-address-query.js'
export type { PayMessageKey } from './foundation/messages/pay-english.js'
export type { ConnectWallet, WalletConnector } from './foundation/provider/connect-wallet.js'
export type { IntentState, IntentStates } from './pay/engine/intent-reader.js'
export type { WalletConnection } from './pay/engine/wallet-connection.js'
export type { Fiat, FiatPrice } from './pay/fields/fiat.js'
export type { AmountChoice, AmountField, AmountProblem } from './pay/fields/use-amount-field.js'
export type { NoteField } from './pay/fields/use-note-field.js'
export type { PayerField, PayerFields } from './pay/fields/use-payer-fields.js'
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
export type { CopiedThing } from './pay/parts/copy-text.js'
export { InvoiceQrCode, type InvoiceQrCodeProps } from './pay/parts/invoice-qr-code.js'
export { knownWallets, type Wallet } from './pay/parts/wallets.js'
export type { PayCallbacks, Payment, Receipt } from './pay/pay-callbacks.js'
export type {
  InvoiceLinkProps,
  PayActions,
  PayFields,
  PayHandle,
  PayView,
  PayWallets,
} from './pay/pay-handle.js'
export type { PayOptions } from './pay/pay-options.js'
export {
  PayToLightningAddress,
  type PayToLightningAddressProps,
} from './pay/pay-to-lightning-address.js'
export { useCreateCharge } from './pay/use-create-charge.js'
export { usePayToLightningAddress } from './pay/use-pay-to-lightning-address.js'
export * as Pay from './pay-parts.js'
export * from './shared.js'
