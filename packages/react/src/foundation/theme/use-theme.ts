import { type CSSProperties, type RefObject, useMemo } from 'react'
import { usePropWarnings } from '../options/wrong-props.js'
import { neverChanges, useBrowserValue } from '../page/page-signals.js'
import { useBrowserLayoutEffect } from '../page/use-latest.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { type Theme, themeProperties } from './theme.js'

/** The theme of a provider. An accent that is no colour is ignored, and the console names it. */
export function useProviderTheme({ accent, radius, font }: Theme = {}): Theme {
  // A server and jsdom cannot check a CSS colour, and the first render in a browser has to be equal to the server's.
  const isSupported = () =>
    accent === undefined || typeof CSS === 'undefined' || CSS.supports('color', accent)
  const isColour = useBrowserValue(neverChanges, isSupported, true)
  const advice = 'must be a CSS colour, such as "#6b4eff" or "oklch(0.6 0.2 290)". The accent stays ours.'
  usePropWarnings('LeydenProvider', isColour ? [] : [{ prop: 'theme.accent', value: accent, advice }])
  return useMemo(
    () => ({ accent: isColour ? accent : undefined, radius, font }),
    [isColour, accent, radius, font],
  )
}

/**
 * The `style` of a root: the page's own style over the custom properties of the theme. In server-rendered markup it is
 * an attribute, so that it applies in the first paint. A strict content security policy drops the attribute, but not a
 * style that a script sets.
 */
export function useThemeStyle(
  root: RefObject<HTMLElement | null>,
  override: CSSProperties | undefined,
): CSSProperties {
  const { theme } = useLeydenContext()
  const properties = useMemo(() => themeProperties(theme), [theme])
  useBrowserLayoutEffect(() => {
    for (const [name, value] of Object.entries(properties))
      if (root.current?.style.getPropertyValue(name) === '') root.current.style.setProperty(name, value)
  }, [root, properties])
  return { ...properties, ...override }
}
