import { isRightToLeft, pluralRules } from '@leyden/core/internal'

/** A sentence with `{named}` places, or its plural forms (`Intl.PluralRules`), chosen by `count`. */
export type Message =
  | string
  | ({
      /** The form for every count that has no form of its own. */
      other: string
    } & Partial<Record<Intl.LDMLPluralRule, string>>)

export type Values = Readonly<Record<string, string | number>>

/** Isolates the direction of a text within right-to-left text (U+2068, U+2069). */
export function isolate(text: string | number, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' ? `\u2068${text}\u2069` : String(text)
}

/** Puts values into a message, each isolated. */
export function fill(message: Message, values: Values, locale: string, direction: 'ltr' | 'rtl'): string {
  const { count } = values
  const sentence =
    typeof message === 'string'
      ? message
      : (typeof count === 'number' && message[pluralOf(count, numberLocale(locale))]) || message.other
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : isolate(value, direction)
  })
}

/** English is built in, and its rule is shorter than the first formatter of a page takes. */
function pluralOf(count: number, locale: string): Intl.LDMLPluralRule {
  if (locale === 'en') return count === 1 ? 'one' : 'other'
  return pluralRules(locale).select(count)
}

/** The direction of a locale's script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return isRightToLeft(locale) ? 'rtl' : 'ltr'
}

const numberLocales = new Map([['en', 'en']])

/** The locale with Latin digits, as in invoices, wallets and keypads; English if Intl does not accept the locale. */
export function numberLocale(locale: string): string {
  let result = numberLocales.get(locale)
  if (result === undefined) {
    try {
      result = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
    } catch {
      result = 'en'
    }
    numberLocales.set(locale, result)
  }
  return result
}
