import { type CSSProperties, type RefObject, useMemo, useSyncExternalStore } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { usePropWarnings } from '../provider/wrong-props.js'
import { type Theme, themeProperties } from './theme.js'

/** The theme of a provider. An accent that is no colour is left out, and the console says so. */
export function useProviderTheme({ accent, radius, font }: Theme = {}): Theme {
  // A server has no CSS to ask, nor has jsdom, and the first render in a browser has to be equal to the server's.
  const isColour = useSyncExternalStore(
    neverChanges,
    () => accent === undefined || typeof CSS === 'undefined' || CSS.supports('color', accent),
    () => true,
  )
  const advice = 'must be a CSS colour, such as "#6b4eff" or "oklch(0.6 0.2 290)". The accent stays ours.'
  usePropWarnings('LeydenProvider', isColour ? [] : [{ prop: 'theme.accent', value: accent, advice }])
  return useMemo(
    () => ({ accent: isColour ? accent : undefined, radius, font }),
    [isColour, accent, radius, font],
  )
}

const neverChanges = () => () => {}

/**
 * The `style` of a root: what the page gives itself, over the custom properties of the theme. In served markup it is an
 * attribute, so that the first paint has it. A strict content security policy drops that, but not what a script sets.
 */
export function useThemeStyle(
  root: RefObject<HTMLElement | null>,
  own: CSSProperties | undefined,
): CSSProperties {
  const { theme } = useLeydenContext()
  const properties = useMemo(() => themeProperties(theme), [theme])
  useBrowserLayoutEffect(() => {
    for (const [name, value] of Object.entries(properties))
      if (root.current?.style.getPropertyValue(name) === '') root.current.style.setProperty(name, value)
  }, [root, properties])
  return { ...properties, ...own }
}
