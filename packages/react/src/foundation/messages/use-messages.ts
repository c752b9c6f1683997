import { useMemo } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { directionOf, fill, type Message, numberLocale, type Values } from './message.js'
import type { PayMessageKey } from './pay-english.js'

/** The messages of one widget, in the language of the provider. */
export interface Translate<Key extends string> {
  (key: Key, values?: Values): string
  /** The locale of numbers, dates and lists. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** The messages of the pay widget. */
export type PayTranslate = Translate<PayMessageKey>

/**
 * A widget's messages. For each key, the first that has it: the widget's own `messages`, the provider's, its
 * languages in their order, and English.
 *
 * @param english the messages of the parts of the widget that are loaded. No other part shows a message
 * @param part the widget whose messages of a language are read
 */
export function useMessages<Key extends string>(
  english: Readonly<Partial<Record<Key, Message>>>,
  override?: Partial<Record<Key, Message>>,
  part: 'pay' | 'ramp' = 'pay',
): Translate<Key> {
  const { locale, languages, messages } = useLeydenContext()
  return useMemo(() => {
    const shared: Partial<Record<string, Message>> = messages
    const translations: (Partial<Record<string, Message>> | undefined)[] = languages.map(
      (language) => language[part],
    )
    // A translator's file may have null for a missing translation.
    const translated = (key: Key) => translations.find((words) => words?.[key] != null)?.[key]
    const direction = directionOf(locale)
    const t = (key: Key, values: Values = {}) =>
      fill(override?.[key] ?? shared[key] ?? translated(key) ?? english[key] ?? '', values, locale, direction)
    return Object.assign(t, { locale: numberLocale(locale), direction })
  }, [english, languages, part, override, messages, locale])
}
