/** A picture of an element, in the pixels of the page. */
type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>

/** A colour with this contrast is told apart from its background. */
const READABLE_CONTRAST = 3
/** A box that the browser paints behind a text may be as large as this text, and its edge is no letter. */
const MARGIN_PX = 2
/** Letters cover at least this part of the box around them. */
const INK_SHARE = 0.02

/** Decodes a PNG. */
export async function pixelsOf(base64: string): Promise<Pixels> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

/** Whether two pictures are the same in each pixel. */
export function isSamePicture(a: Pixels, b: Pixels): boolean {
  if (a.width !== b.width || a.height !== b.height) return false
  const [inA, inB] = [a, b].map(({ data }) => new Uint32Array(data.buffer)) as [Uint32Array, Uint32Array]
  return inA.every((pixel, index) => pixel === inB[index])
}

/**
 * The controls whose text cannot be seen in a picture of `root`, and how many were looked at. Computed colours do not tell
 * it: where colours are forced, the browser may paint a box behind the text in the colour of the text.
 */
export function unseenControls(root: HTMLElement, picture: Pixels): { unseen: string[]; count: number } {
  const origin = root.getBoundingClientRect()
  const unseen: string[] = []
  let count = 0
  for (const control of root.querySelectorAll<HTMLElement>('button, a[href], summary')) {
    const name = control.textContent.trim()
    // It has no text, or is folded away.
    if (name === '' || !control.checkVisibility()) continue
    count++
    const lines = linesOf(control)
    const isSeen = lines.every(
      ({ left, top, right, bottom }) =>
        inkShare(picture, {
          left: Math.ceil(left - origin.left) + MARGIN_PX,
          top: Math.ceil(top - origin.top) + MARGIN_PX,
          right: Math.floor(right - origin.left) - MARGIN_PX,
          bottom: Math.floor(bottom - origin.top) - MARGIN_PX,
        }) >= INK_SHARE,
    )
    if (!isSeen) unseen.push(`${control.closest('figure')?.dataset.cell}: ${name}`)
  }
  return { unseen, count }
}

/** The boxes around the lines of a control's text. */
function linesOf(control: HTMLElement): DOMRect[] {
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
  const lines: DOMRect[] = []
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.textContent?.trim() || text.parentElement?.closest('.ly-hidden')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    lines.push(...[...range.getClientRects()].filter(({ width }) => width > 3 * MARGIN_PX))
  }
  return lines
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The part of a box whose pixels can be told apart from its background, which is its most frequent colour. */
function inkShare({ data, width }: Pixels, { left, top, right, bottom }: Box): number {
  const counts = new Map<number, number>()
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const luminance = Math.round(
        1000 * luminanceOf(data[at] as number, data[at + 1] as number, data[at + 2] as number),
      )
      counts.set(luminance, (counts.get(luminance) ?? 0) + 1)
    }
  const [background = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  let ink = 0
  for (const [luminance, count] of counts)
    if (contrastOf(luminance / 1000, background / 1000) >= READABLE_CONTRAST) ink += count
  return ink / Math.max(1, (right - left) * (bottom - top))
}

/** WCAG 2, relative luminance. */
function luminanceOf(...rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
