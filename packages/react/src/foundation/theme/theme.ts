/** Light or dark; `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto'

/** The appearance of all widgets below a provider. */
export interface Theme {
  /**
   * Any CSS colour: `#6b4eff`, `rebeccapurple`, `oklch(0.6 0.2 290)`, `var(--brand)`. The colours of text on it, hover,
   * soft backgrounds and lines are computed from it, readable in light and dark.
   *
   * @default the style sheet's
   */
  accent?: string | undefined
  /**
   * The corner radius of the card, in px; fields have three fifths of it.
   *
   * @default 20
   */
  radius?: number | undefined
  /**
   * A `font-family` list.
   *
   * @default the system's
   */
  font?: string | undefined
}

/** The properties that depend on the accent. The page's values for another accent would not fit. */
const FOLLOWING = ['accent-hover', 'on-accent', 'accent-soft', 'accent-line']

/** The custom properties of a theme. A value that could end its declaration in server-rendered markup is left out. */
export function themeProperties({ accent, radius, font }: Theme): Record<`--leyden-${string}`, string> {
  const properties: Record<`--leyden-${string}`, string> = {}
  if (accent !== undefined && isDeclarable(accent))
    for (const prefix of ['--leyden-', '--leyden-dark-'] as const) {
      properties[`${prefix}accent`] = accent
      for (const name of FOLLOWING) properties[`${prefix}${name}`] = 'initial'
    }
  if (Number.isFinite(radius)) {
    properties['--leyden-radius-card'] = `${radius}px`
    properties['--leyden-radius-field'] = `${Math.round(Number(radius) * 0.6)}px`
  }
  if (font !== undefined && isDeclarable(font)) properties['--leyden-font'] = font
  return properties
}

const isDeclarable = (value: string) => !/[;{}\\]|\/\*/.test(value)
