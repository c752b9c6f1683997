import { Note } from '../../foundation/card/parts.js'
import { fitsQrCode, QrCode } from '../../foundation/card/qr-code.js'
import type { CheckedCharge } from '../flow/pay-state.js'
import { chargeText } from '../texts/charge-texts.js'
import { invoiceSegments } from './invoice-segments.js'
import { usePayContext } from './pay-context.js'

/** The QR code of a charge, or why there is none. */
export function InvoiceCode({ charge }: { charge: CheckedCharge }) {
  const { t } = usePayContext()
  const segments = invoiceSegments(charge.invoice)
  return fitsQrCode(segments.text) ? (
    <QrCode {...segments} name={chargeText('qrCode', charge, t)} />
  ) : (
    <Note>{t('qrTooLong')}</Note>
  )
}
