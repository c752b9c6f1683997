import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { type Theme, themeProperties } from './theme.js'

/**
 * Puts a theme on an element as custom properties, by script: a `style` attribute in served markup would be
 * dropped by a strict content security policy.
 */
export function useTheme(root: RefObject<HTMLElement | null>, theme: Theme | undefined): void {
  const { accent, radius, font } = theme ?? {}
  useBrowserLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const properties = Object.entries(themeProperties({ accent, radius, font }))
    for (const [name, value] of properties) element.style.setProperty(name, value)
    return () => {
      for (const [name] of properties) element.style.removeProperty(name)
    }
  }, [root, accent, radius, font])
}
