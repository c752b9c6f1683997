export { PayAmount as Amount } from './pay-to-lightning-address/pay-amount.js'
export type { PayPartProps as PartProps } from './pay-to-lightning-address/pay-context.js'
export { PayInvoice as Invoice } from './pay-to-lightning-address/pay-invoice.js'
export { PayNote as Note } from './pay-to-lightning-address/pay-note.js'
export {
  PayAddress as Address,
  PayForm as Form,
  PayNotices as Notices,
  PayStatus as Status,
  PayTitle as Title,
} from './pay-to-lightning-address/pay-parts.js'
export { PayPayer as Payer } from './pay-to-lightning-address/pay-payer.js'
export { PayRoot as Root, type PayRootProps as RootProps } from './pay-to-lightning-address/pay-root.js'
export {
  PaySubmit as Submit,
  type PaySubmitProps as SubmitProps,
} from './pay-to-lightning-address/pay-submit.js'
