import { Note } from '../../foundation/card/parts.js'
import { fitsQrCode, QrCode } from '../../foundation/card/qr-code.js'
import type { CheckedCharge } from '../flow/pay-state.js'
import { chargeText } from '../texts/pay-texts.js'
import { invoiceSegments } from './invoice-segments.js'
import { usePayContext } from './pay-context.js'

/** Whether the invoice of a charge fits into a QR code. */
export function isScannable({ invoice }: CheckedCharge): boolean {
  return fitsQrCode(invoiceSegments(invoice).text)
}

/** The QR code of a charge, or why there is none. */
export function InvoiceCode({ charge }: { charge: CheckedCharge }) {
  const { t } = usePayContext()
  return isScannable(charge) ? (
    <QrCode {...invoiceSegments(charge.invoice)} name={chargeText('qrCode', charge, t)} />
  ) : (
    <Note>{t('qrTooLong')}</Note>
  )
}
