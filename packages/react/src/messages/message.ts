import { isRightToLeft } from '@leyden/core/internal'
import { numberLocale } from './number-locale.js'

/** A sentence with `{named}` places, or its plural forms (`Intl.PluralRules`), chosen by `count`. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

export type Values = Readonly<Record<string, string | number>>

/** First strong isolate and its end: keep an address or an amount left to right within other text. */
const ISOLATE = ['\u2068', '\u2069'] as const

/** Puts values into a message. In right-to-left text each value is isolated, so that it keeps its own direction. */
export function fill(message: Message, values: Values, locale: string, direction: 'ltr' | 'rtl'): string {
  const { count } = values
  const sentence =
    typeof message === 'string'
      ? message
      : (typeof count === 'number' && message[new Intl.PluralRules(numberLocale(locale)).select(count)]) ||
        message.other
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) return place
    return direction === 'rtl' ? `${ISOLATE[0]}${value}${ISOLATE[1]}` : String(value)
  })
}

/** The direction of a locale's script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return isRightToLeft(locale) ? 'rtl' : 'ltr'
}
