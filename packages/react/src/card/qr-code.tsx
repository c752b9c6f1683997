import { QRCodeSVG } from 'qrcode.react'
import { memo } from 'react'

export interface QrCodeProps {
  /** Segments: each is coded in the densest way that its own characters allow. */
  segments: string[]
  /** What it holds, for those who do not see it. */
  name: string
}

/** More does not fit at level M beside a short segment of bytes (ISO/IEC 18004, version 40). */
const MAX_CHARACTERS = 3_300

/** Whether a text fits into a QR code at all. */
export function fitsQrCode(text: string): boolean {
  return text.length <= MAX_CHARACTERS
}

/**
 * Level M and a quiet zone of four modules, black on white: without the zone a dark page makes the code
 * unreadable.
 */
export const QrCode = memo(
  function QrCode({ segments, name }: QrCodeProps) {
    return (
      <div className="leyden-qr">
        <QRCodeSVG
          className="leyden-qr-code"
          value={segments}
          level="M"
          marginSize={4}
          bgColor="#FFFFFF"
          fgColor="#000000"
          role="img"
          aria-label={name}
        />
      </div>
    )
  },
  (before, after) => before.name === after.name && before.segments.join(' ') === after.segments.join(' '),
)
