import { accentColours, parseColour } from './accent.js'

/** Light or dark; `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto'

/** Looks that one widget, or all below a provider, get. */
export interface Theme {
  /**
   * One colour of your own, `#rrggbb`; text, hover, soft and line colours follow from it, in light and dark.
   *
   * @default the style sheet's
   */
  accent?: string | undefined
  /**
   * Corner of the card, in px; fields have three fifths of it.
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

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The custom properties of a theme. An accent that is no colour is left out. */
export function themeProperties({ accent, radius, font }: Theme): Record<string, string> {
  const properties: Record<string, string> = {}
  const colour = accent === undefined ? null : parseColour(accent)
  if (colour)
    for (const [scheme, prefix] of [
      ['light', '--leyden-'],
      ['dark', '--leyden-dark-'],
    ] as const)
      for (const [name, value] of Object.entries(accentColours(colour, scheme)))
        properties[prefix + kebab(name)] = value
  if (radius !== undefined) {
    properties['--leyden-radius-card'] = `${radius}px`
    properties['--leyden-radius-field'] = `${Math.round(radius * 0.6)}px`
  }
  if (font !== undefined) properties['--leyden-font'] = font
  return properties
}
