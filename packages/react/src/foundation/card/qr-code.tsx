import { QRCodeSVG } from 'qrcode.react'
import { memo } from 'react'

export interface QrCodeProps {
  /** The prefix of the text, which is encoded as a separate segment: `lightning:`. */
  scheme?: string | undefined
  /** In ASCII. Upper case gives a coarser code (alphanumeric mode) than lower case, which needs the byte mode. */
  text: string
  /** The accessible name of the code. */
  name: string
}

/**
 * Whether a text fits into one QR code of level M, version 40 (ISO/IEC 18004, table 7): characters of the alphanumeric
 * mode, after `lightning:` as a segment of its own, or bytes.
 */
export function fitsQrCode(text: string): boolean {
  return text.length <= (/^[\dA-Z $%*+./:-]*$/.test(text) ? 3_373 : 2_331)
}

/**
 * A QR code of level M or better, black on white in every theme, with its quiet zone. Empty if the text is too long.
 */
export const QrCode = memo(function QrCode({ scheme = '', text, name }: QrCodeProps) {
  if (!fitsQrCode(text)) return null
  return (
    <div className="ly-box ly-qr">
      <QRCodeSVG className="ly-qr-code" value={[scheme, text]} level="M" marginSize={4} aria-label={name} />
    </div>
  )
})
