export {
  PayAddress as Address,
  type PayAddressProps as AddressProps,
} from './pay-to-lightning-address/pay-address.js'
export {
  PayAmount as Amount,
  type PayAmountProps as AmountProps,
} from './pay-to-lightning-address/pay-amount.js'
export { PayForm as Form, type PayFormProps as FormProps } from './pay-to-lightning-address/pay-form.js'
export {
  PayInvoice as Invoice,
  type PayInvoiceProps as InvoiceProps,
} from './pay-to-lightning-address/pay-invoice.js'
export { PayNote as Note, type PayNoteProps as NoteProps } from './pay-to-lightning-address/pay-note.js'
export {
  PayNotices as Notices,
  type PayNoticesProps as NoticesProps,
} from './pay-to-lightning-address/pay-notices.js'
export { PayPayer as Payer, type PayPayerProps as PayerProps } from './pay-to-lightning-address/pay-payer.js'
export { PayRoot as Root, type PayRootProps as RootProps } from './pay-to-lightning-address/pay-root.js'
export {
  PayStatus as Status,
  type PayStatusProps as StatusProps,
} from './pay-to-lightning-address/pay-status.js'
export {
  PaySubmit as Submit,
  type PaySubmitProps as SubmitProps,
} from './pay-to-lightning-address/pay-submit.js'
export { PayTitle as Title, type PayTitleProps as TitleProps } from './pay-to-lightning-address/pay-title.js'
