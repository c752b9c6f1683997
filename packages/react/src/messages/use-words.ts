import { useMemo } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { directionOf, fill, type Message, type Values } from './message.js'

/** The words of one widget, in the locale of the provider. */
export interface Words<Key extends string> {
  (key: Key, values?: Values): string
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** A widget's English, with the provider's language over it and the widget's own `messages` over both. */
export function useWords<Key extends string>(
  english: Readonly<Record<Key, Message>>,
  own?: Partial<Record<Key, Message>>,
): Words<Key> {
  const { locale, messages } = useLeydenContext()
  return useMemo(() => {
    const shared: Partial<Record<string, Message>> = messages
    const direction = directionOf(locale)
    const say = (key: Key, values: Values = {}) =>
      fill(own?.[key] ?? shared[key] ?? english[key], values, locale, direction)
    return Object.assign(say, { locale, direction })
  }, [english, own, messages, locale])
}
