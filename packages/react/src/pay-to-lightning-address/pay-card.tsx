import { PayAmount } from './pay-amount.js'
import { PayInvoice } from './pay-invoice.js'
import { PayNote } from './pay-note.js'
import { PayAddress, PayForm, PayNotices, PayStatus, PayTitle } from './pay-parts.js'
import { PayPayer } from './pay-payer.js'
import { PayRootView, type PayRootViewProps } from './pay-root.js'
import { PaySubmit } from './pay-submit.js'

/**
 * The card at one moment of the flow: the parts of `<PayToLightningAddress/>` in their places. It makes them itself:
 * Preact draws children that are handed through a root only after the effects of that root, which move focus and caret.
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
