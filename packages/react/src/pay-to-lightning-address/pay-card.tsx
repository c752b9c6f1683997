import { PayAmount } from './pay-amount.js'
import { PayInvoice } from './pay-invoice.js'
import { PayNote } from './pay-note.js'
import { PayAddress, PayForm, PayNotices, PayStatus, PayTitle } from './pay-parts.js'
import { PayPayer } from './pay-payer.js'
import { PayRootView, type PayRootViewProps } from './pay-root.js'
import { PaySubmit } from './pay-submit.js'

/**
 * The card in one state of the flow: all parts of `<PayToLightningAddress/>`. They are not passed to the root as
 * children, because Preact renders children after the root's effects, which move focus and caret.
 */
export function PayCard(props: Omit<PayRootViewProps, 'children'>) {
  return (
    <PayRootView {...props}>
      <PayNotices />
      <PayForm>
        <PayTitle />
        <PayAddress />
        <PayAmount />
        <PayNote />
        <PayPayer />
        <PaySubmit />
      </PayForm>
      <PayInvoice />
      <PayStatus />
    </PayRootView>
  )
}
