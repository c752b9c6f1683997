import { useRef, useSyncExternalStore } from 'react'
import type { EmbedSettings } from '../settings/settings.js'
import { onSpoken, spokenIn } from './languages.js'
import { type Tongue, tongueOf } from './tongue.js'

/**
 * How a widget speaks. Null while nothing was shown and the words are about to come; a widget that is shown goes on
 * in the language that it has until they are there.
 */
export function useTongue(settings: EmbedSettings): Tongue | null {
  const spoken = useSyncExternalStore(onSpoken, () => spokenIn(settings.locale))
  const shown = useRef<Tongue | null>(null)
  if (spoken.status !== 'coming') shown.current = tongueOf(settings, spoken)
  return shown.current
}
