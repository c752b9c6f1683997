import { PayAddress } from './pay-address.js'
import { PayAmount } from './pay-amount.js'
import { PayForm } from './pay-form.js'
import { PayInvoice } from './pay-invoice.js'
import { PayNote } from './pay-note.js'
import { PayNotices } from './pay-notices.js'
import { PayPayer } from './pay-payer.js'
import { PayRootView, type PayRootViewProps } from './pay-root.js'
import { PayStatus } from './pay-status.js'
import { PaySubmit } from './pay-submit.js'
import { PayTitle } from './pay-title.js'

/** The parts of `<PayToLightningAddress/>`, in their places. */
export function PayParts() {
  return (
    <>
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
    </>
  )
}

/** The card at one moment of the flow. */
export function PayCard(props: Omit<PayRootViewProps, 'children'>) {
  return (
    <PayRootView {...props}>
      <PayParts />
    </PayRootView>
  )
}
