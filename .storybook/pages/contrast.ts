/** The contrast of two CSS colours by WCAG 2.2, from 1 to 21; null if one of them is not an opaque colour. */
export function contrastOf(foreground: string, background: string): number | null {
  const [first, second] = [luminanceOf(foreground), luminanceOf(background)]
  if (first === null || second === null) return null
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminanceOf(color: string): number | null {
  const rgb = toRgb(color)
  if (!rgb) return null
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const channel = part / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A CSS colour as `#rrggbb`; null if it is not opaque. */
export function hexOf(color: string): string | null {
  const rgb = toRgb(color)
  return rgb && `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The sRGB values of any CSS colour. A canvas converts the computed colour. */
function toRgb(color: string): number[] | null {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !CSS.supports('color', color)) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : null
}
