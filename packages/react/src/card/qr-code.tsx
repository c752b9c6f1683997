import { correction, generate } from 'lean-qr'
import { memo } from 'react'

export interface QrCodeProps {
  /** Each part of it is coded in the densest way that its own characters allow. */
  text: string
  /** What it holds, for those who do not see it. */
  name: string
}

/** More does not fit at level M beside a few bytes in small letters (ISO/IEC 18004, version 40). */
const MAX_CHARACTERS = 3_300

/** Without a quiet zone, in modules, a dark page makes the code unreadable. */
const QUIET_ZONE = 4

/** Whether a text fits into a QR code at all. */
export function fitsQrCode(text: string): boolean {
  return text.length <= MAX_CHARACTERS
}

/** At level M or better, black on white. */
export const QrCode = memo(function QrCode({ text, name }: QrCodeProps) {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const size = code.size + 2 * QUIET_ZONE
  return (
    <div className="leyden-qr">
      <svg
        className="leyden-qr-code"
        width="128"
        height="128"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={name}
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={darkModules(code)} />
      </svg>
    </div>
  )
})

/** One flat box for each run of dark modules in a row. */
function darkModules({ size, get }: ReturnType<typeof generate>): string {
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (get(x, y)) x++
      if (x > start) path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start}v1h${start - x}z`
    }
  }
  return path
}
