import { useRef, useSyncExternalStore } from 'react'
import type { EmbedSettings } from '../settings/settings.js'
import { type EmbedMessages, embedMessages } from './embed-messages.js'
import { languagesOf, onLanguagesChange } from './languages.js'

/**
 * The messages of a widget. Null while nothing has been shown and the language is loading. A widget that is shown keeps
 * its language until the next one is loaded.
 */
export function useEmbedMessages(settings: EmbedSettings): EmbedMessages | null {
  const loaded = useSyncExternalStore(onLanguagesChange, () => languagesOf(settings.locale))
  const shown = useRef<EmbedMessages | null>(null)
  if (loaded.status !== 'loading') shown.current = embedMessages(settings, loaded)
  return shown.current
}
