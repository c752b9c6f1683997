export { PayAmount as Amount } from './pay-to-lightning-address/pay-amount.js'
export type {
  PayPartProps as AmountProps,
  PayPartProps as InvoiceProps,
  PayPartProps as NoteProps,
  PayPartProps as NoticesProps,
  PayPartProps as PayerProps,
  PayPartProps as StatusProps,
} from './pay-to-lightning-address/pay-context.js'
export { PayInvoice as Invoice } from './pay-to-lightning-address/pay-invoice.js'
export { PayNote as Note } from './pay-to-lightning-address/pay-note.js'
export {
  PayAddress as Address,
  type PayAddressProps as AddressProps,
  PayForm as Form,
  type PayFormProps as FormProps,
  PayNotices as Notices,
  PayStatus as Status,
  PayTitle as Title,
  type PayTitleProps as TitleProps,
} from './pay-to-lightning-address/pay-parts.js'
export { PayPayer as Payer } from './pay-to-lightning-address/pay-payer.js'
export { PayRoot as Root, type PayRootProps as RootProps } from './pay-to-lightning-address/pay-root.js'
export {
  PaySubmit as Submit,
  type PaySubmitProps as SubmitProps,
} from './pay-to-lightning-address/pay-submit.js'
