/**
 * What a card of your own is made of: the parts of both widgets, and their hooks.
 *
 * ```tsx
 * import { LeydenProvider } from '@leyden/react'
 * import { Pay } from '@leyden/react/parts'
 *
 * export const TipJar = () => (
 *   <LeydenProvider bffUrl="/api/leyden">
 *     <Pay.Root address="alice@wallet.example">
 *       <Pay.Notices />
 *       <Pay.Form>
 *         <Pay.Amount />
 *         <Pay.Submit />
 *       </Pay.Form>
 *       <Pay.Invoice />
 *       <Pay.Status />
 *     </Pay.Root>
 *   </LeydenProvider>
 * )
 * ```
 */

export {
  type AddressField,
  type UseLightningAddressOptions,
  useLightningAddress,
} from './address/use-lightning-address.js'
export { useLightningAddressQuery } from './address/use-lightning-address-query.js'
export type { PartProps, RenderProps } from './foundation/card/part.js'
export type { Outage } from './foundation/flow/outage.js'
export type { UseClientOptions } from './foundation/provider/use-client.js'
export type { IntentState, IntentStates } from './pay/engine/intent-reader.js'
export type { WalletConnection } from './pay/engine/wallet-connection.js'
export type { FiatPrice } from './pay/fields/fiat.js'
export type { AmountChoice, AmountField, AmountProblem } from './pay/fields/use-amount-field.js'
export type { NoteField } from './pay/fields/use-note-field.js'
export type { PayerField, PayerFields } from './pay/fields/use-payer-fields.js'
export type {
  InvoiceLinkProps,
  PayActions,
  PayFields,
  PayHandle,
  PayView,
  PayWallets,
} from './pay/pay-handle.js'
export { usePayToLightningAddress } from './pay/use-pay-to-lightning-address.js'
export * as Pay from './pay-parts.js'
export type { Finding } from './ramp/engine/check-environment.js'
export type { FrameAttributes } from './ramp/engine/frame.js'
export type { CheckedDestination } from './ramp/fields/check-destination.js'
export type {
  DestinationField,
  DestinationState,
  EmailField,
  RampFields,
} from './ramp/fields/use-ramp-fields.js'
export {
  type RampActions,
  type RampFrameProps,
  type RampHandle,
  type RampLinkProps,
  type RampView,
  useRampWidget,
} from './ramp/use-ramp-widget.js'
export * as Ramp from './ramp-parts.js'
