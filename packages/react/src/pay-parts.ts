export { PayAmount as Amount } from './pay/parts/pay-amount.js'
export type { PayPartProps as PartProps } from './pay/parts/pay-context.js'
export { PayInvoice as Invoice } from './pay/parts/pay-invoice.js'
export { PayNote as Note } from './pay/parts/pay-note.js'
export {
  PayAddress as Address,
  PayForm as Form,
  PayNotices as Notices,
  PayStatus as Status,
  PayTitle as Title,
} from './pay/parts/pay-parts.js'
export { PayPayer as Payer } from './pay/parts/pay-payer.js'
export { PayRoot as Root, type PayRootProps as RootProps } from './pay/parts/pay-root.js'
export {
  PaySubmit as Submit,
  type PaySubmitProps as SubmitProps,
} from './pay/parts/pay-submit.js'
