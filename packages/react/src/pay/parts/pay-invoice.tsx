'use client'

import { paymentPart } from '../loading/payment-part.js'
import { payPart } from './pay-context.js'

/**
 * A checked invoice, and every way to pay it: the QR code and copying on a computer; on a phone a link that opens the
 * wallet, and the others on request.
 */
export const PayInvoice = payPart('Invoice', (shown) => {
  const { state } = shown.pay
  const { isTouch } = shown.screen
  const part = paymentPart.current()
  return state.status === 'awaiting' && part
    ? {
        className: 'leyden-invoice ly-part ly-body ly-invoice',
        'data-ly-qr': isTouch ? undefined : '',
        'data-ly-sight': isTouch ? undefined : '',
        children: <part.InvoiceView {...shown} state={state} />,
      }
    : null
})
