/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number]

/** What one accent colour becomes in one scheme. */
export interface AccentColours {
  /** Ground of the main button. */
  accent: string
  accentHover: string
  /** Text on `accent` and `accentHover`: at least 4.5:1. */
  onAccent: string
  /** Ground of what is chosen. */
  accentSoft: string
  /** Lines that carry meaning: at least 3:1 on the card and on `accentSoft`. */
  accentLine: string
}

const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]
const GROUND: Record<'light' | 'dark', Colour> = { light: WHITE, dark: [0x17, 0x18, 0x1c] }

/** Reads `#rgb` or `#rrggbb`; null for anything else. */
export function parseColour(text: string): Colour | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim())
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text.trim())
  const [, r, g, b] = long ?? short?.map((part, index) => (index ? part + part : part)) ?? []
  if (r === undefined || g === undefined || b === undefined) return null
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)]
}

const hex = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour, moved towards `to` in the smallest step that gives `ratio` against each ground. */
function readable(colour: Colour, to: Colour, grounds: readonly Colour[], ratio: number): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    // Rounded as it will be written, or a hair is lost after the check.
    const candidate = mix(colour, to, share).map(Math.round) as unknown as Colour
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return to
}

/** The colours of one scheme that follow from an accent. */
export function accentColours(accent: Colour, scheme: 'light' | 'dark'): AccentColours {
  const ground = GROUND[scheme]
  const away = scheme === 'light' ? BLACK : WHITE
  // A button that cannot be told from the card is no button.
  const fill = readable(accent, away, [ground], 1.25)
  const dark = mix(accent, BLACK, 0.86).map(Math.round) as unknown as Colour
  const onAccent =
    contrast(dark, fill) >= 5.4 ? dark : contrast(WHITE, fill) >= contrast(BLACK, fill) ? WHITE : BLACK
  // Hover goes away from the text's side, so that the text only gains.
  const hover = mix(fill, luminance(onAccent) > luminance(fill) ? BLACK : WHITE, 0.12)
  const soft = mix(ground, accent, scheme === 'light' ? 0.12 : 0.18).map(Math.round) as unknown as Colour
  const line = readable(accent, away, [ground, soft], 3.2)
  const text = readable(onAccent, luminance(onAccent) > luminance(fill) ? WHITE : BLACK, [fill], 4.5)
  return {
    accent: hex(fill),
    accentHover: hex(hover),
    onAccent: hex(text),
    accentSoft: hex(soft),
    accentLine: hex(line),
  }
}
