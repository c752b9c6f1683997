import { useMemo } from 'react'
import type { Language } from '../languages/language.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { directionOf, fill, type Message, type Values } from './message.js'
import { numberLocale } from './number-locale.js'

/** The words of one widget, in the language of the provider. */
export interface Words<Key extends string> {
  (key: Key, values?: Values): string
  /** For numbers, dates and lists. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/**
 * A widget's English, under the provider's language, under the provider's `messages`, under the widget's own.
 *
 * @param part whose lines of a language these are.
 */
export function useWords<Key extends string>(
  english: Readonly<Record<Key, Message>>,
  own?: Partial<Record<Key, Message>>,
  part: 'pay' | 'ramp' = 'pay',
): Words<Key> {
  const { locale, languages, messages } = useLeydenContext()
  const translated = useMemo(() => byName(english, languages, part), [english, languages, part])
  return useMemo(() => {
    const shared: Partial<Record<string, Message>> = messages
    const direction = directionOf(locale)
    const say = (key: Key, values: Values = {}) =>
      fill(own?.[key] ?? shared[key] ?? translated[key] ?? english[key], values, locale, direction)
    return Object.assign(say, { locale: numberLocale(locale), direction })
  }, [english, translated, own, messages, locale])
}

function byName(english: object, languages: readonly Language[], part: 'pay' | 'ramp') {
  const lines = languages.find((language) => language[part])?.[part] ?? []
  const names: Partial<Record<string, Message>> = {}
  Object.keys(english).forEach((name, index) => {
    const line = lines[index]
    if (line !== undefined) names[name] = line
  })
  return names
}
