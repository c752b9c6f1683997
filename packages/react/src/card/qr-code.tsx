import { QRCodeSVG } from 'qrcode.react'
import { memo } from 'react'

export interface QrCodeProps {
  /** The prefix of the text, which is encoded as a separate segment: `lightning:`. */
  scheme?: string | undefined
  /** Upper case gives a coarser code (alphanumeric mode) than lower case, which needs the byte mode. */
  text: string
  /** The accessible name of the code. */
  name: string
}

/** The capacity of version 40 at level M, in bits (ISO/IEC 18004, table 7). */
const CAPACITY_BITS = 18_672

/** Characters of the alphanumeric mode, which takes 5.5 bits for each (ISO/IEC 18004, 7.3.4). */
const ALPHANUMERIC = /^[\dA-Z $%*+./:-]*$/

/** Whether these segments fit into one QR code of level M. */
export function fitsQrCode(...segments: string[]): boolean {
  return segments.reduce((bits, segment) => bits + bitsOf(segment), 0) <= CAPACITY_BITS
}

/** Mode, length and content of a segment, as the largest codes encode it. */
function bitsOf(segment: string): number {
  if (segment === '') return 0
  return ALPHANUMERIC.test(segment)
    ? 4 + 13 + Math.ceil(segment.length * 5.5)
    : 4 + 16 + new TextEncoder().encode(segment).length * 8
}

/**
 * A QR code of level M or better, black on white in every theme, with its quiet zone. Empty if the text is too long.
 */
export const QrCode = memo(function QrCode({ scheme = '', text, name }: QrCodeProps) {
  if (!fitsQrCode(scheme, text)) return null
  return (
    <div className="ly-box ly-qr">
      <QRCodeSVG className="ly-qr-code" value={[scheme, text]} level="M" marginSize={4} aria-label={name} />
    </div>
  )
})
