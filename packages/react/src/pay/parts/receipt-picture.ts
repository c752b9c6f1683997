import type { ReceiptTexts } from '../texts/receipt.js'

/** How a copy of a receipt looks, besides its texts. */
export interface ReceiptLook {
  /** The recipient's picture, a `data:` URL. */
  imageDataUrl?: string | undefined
  direction: 'ltr' | 'rtl'
  locale: string
}

/** The colours of paper: a receipt that is kept or printed is light, whatever the page looks like. */
export const PAPER = {
  ground: '#ffffff',
  text: '#1c1a17',
  muted: '#635e55',
  line: '#e4e1da',
  ok: '#0f7b4f',
  okSoft: '#e3f5ec',
  warn: '#7a4b00',
} as const

/** The system's font: a picture must need no file of the page, and no network. */
export const PAPER_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** CSS pixels, and how many pixels of the picture each has. */
const WIDTH = 360
const SCALE = 3
const EDGE = 28
const INNER = WIDTH - 2 * EDGE

/**
 * Draws a receipt as a picture. It has the amount, the recipient, the facts, the seal and the payment hash. It has not
 * the preimage, because pictures are shown to others.
 *
 * @param id the payment hash
 * @throws Error if the browser draws no pictures, or protects its users by drawing noise
 */
export async function drawReceipt(texts: ReceiptTexts, look: ReceiptLook, id: string): Promise<File> {
  const avatar = await loadPicture(look.imageDataUrl)
  const canvas = document.createElement('canvas')
  const height = paint(canvas, texts, look, avatar, id)
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  paint(canvas, texts, look, avatar, id)
  const [red, green, blue] = canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []
  if (red !== 255 || green !== 255 || blue !== 255) throw new Error('This browser draws no pictures.')
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser draws no pictures.')
  return new File([blob], `receipt-${id.slice(0, 8)}.png`, { type: 'image/png' })
}

/** Saves a file as a download. */
export function saveFile(file: File, host: HTMLElement): void {
  const link = host.ownerDocument.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // Browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The recipient's picture; undefined if there is none, or the page's policy forbids `data:` images. */
async function loadPicture(url: string | undefined): Promise<HTMLImageElement | undefined> {
  if (url === undefined) return undefined
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

/** Paints the receipt from the top. @returns its height in CSS pixels */
function paint(
  canvas: HTMLCanvasElement,
  { title, to, evidence, isSealed, test, facts, proofs }: ReceiptTexts,
  { direction }: ReceiptLook,
  avatar: HTMLImageElement | undefined,
  id: string,
): number {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.setTransform(SCALE, 0, 0, SCALE, 0, 0)
  context.fillStyle = PAPER.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.textBaseline = 'middle'
  context.direction = direction
  const isRightToLeft = direction === 'rtl'
  const [first, last] = isRightToLeft ? [WIDTH - EDGE, EDGE] : [EDGE, WIDTH - EDGE]
  const middle = WIDTH / 2
  let top = EDGE

  /** Writes a text in lines from `top` on. @returns the height */
  const write = (text: string, style: TextStyle): number => {
    const { x = middle, at = top, align = 'center', size, weight = 400, colour, room = INNER } = style
    context.font = `${weight} ${size}px ${style.isCode ? 'ui-monospace, monospace' : PAPER_FONT}`
    context.textAlign = align
    context.fillStyle = colour
    const height = Math.round(size * 1.4)
    const lines = linesOf(text, room, (part) => context.measureText(part).width)
    for (const [index, line] of lines.entries())
      context.fillText(isolated(line), x, at + (index + 0.5) * height)
    return lines.length * height
  }
  const rule = () => {
    context.strokeStyle = PAPER.line
    context.lineWidth = 1
    context.setLineDash([4, 4])
    context.beginPath()
    context.moveTo(EDGE, top)
    context.lineTo(WIDTH - EDGE, top)
    context.stroke()
    context.setLineDash([])
    top += 16
  }

  if (test !== undefined) top += write(test, { size: 13, weight: 600, colour: PAPER.warn }) + 10
  if (isSealed) {
    paintTick(context, middle, top + 30)
    top += 60 + 14
  }
  top += write(title, { size: 24, weight: 700, colour: PAPER.text }) + 6
  if (avatar) {
    context.save()
    context.beginPath()
    context.arc(middle, top + 24, 20, 0, 2 * Math.PI)
    context.clip()
    context.drawImage(avatar, ...coverOf(avatar), middle - 20, top + 4, 40, 40)
    context.restore()
    top += 50
  }
  top += write(to, { size: 15, colour: PAPER.muted }) + 18
  rule()
  for (const { name, value } of facts) {
    const room = INNER * 0.3
    const nameHeight = write(name, { x: first, align: 'start', size: 14, colour: PAPER.muted, room })
    const valueHeight = write(value, {
      x: last,
      align: 'end',
      size: 14,
      colour: PAPER.text,
      room: INNER - room - 12,
    })
    top += Math.max(nameHeight, valueHeight) + 8
  }
  top += 8
  rule()
  top += write(evidence, { size: 14, weight: 600, colour: isSealed ? PAPER.ok : PAPER.muted }) + 12
  const [hash] = proofs
  if (hash) top += write(hash.name, { size: 11, colour: PAPER.muted })
  top += write(id, { size: 10, colour: PAPER.muted, isCode: true })
  return top + EDGE
}

interface TextStyle {
  size: number
  colour: string
  weight?: number | undefined
  /** Where the text is aligned. @default the middle */
  x?: number | undefined
  /** The top of the first line. @default below what is painted already */
  at?: number | undefined
  align?: CanvasTextAlign | undefined
  /** The width of a line. @default the width between the edges */
  room?: number | undefined
  isCode?: boolean | undefined
}

function paintTick(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillStyle = PAPER.okSoft
  context.beginPath()
  context.arc(x, y, 30, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = PAPER.ok
  context.lineWidth = 3.3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(x - 9, y + 1)
  context.lineTo(x - 3, y + 7)
  context.lineTo(x + 9, y - 6)
  context.stroke()
}

/** The largest square in the middle of a picture: left, top, width and height. */
function coverOf({ naturalWidth, naturalHeight }: HTMLImageElement): [number, number, number, number] {
  const side = Math.min(naturalWidth, naturalHeight)
  return [(naturalWidth - side) / 2, (naturalHeight - side) / 2, side, side]
}

/** A text from outside keeps its own direction, and does not reorder what is beside it. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Breaks a text into lines, at spaces where there are some, and anywhere in a word that is too long. */
export function linesOf(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r?\n/)) {
    let line = ''
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (widthOf((line + word).trimEnd()) <= room) {
        line += word
        continue
      }
      if (line.trim() !== '') lines.push(line.trimEnd())
      line = ''
      for (const letter of word) {
        if (line !== '' && widthOf(line + letter) > room) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}
