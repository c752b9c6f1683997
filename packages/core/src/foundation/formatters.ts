// A formatter takes a tenth of a millisecond to make, and a widget needs the same ones at each render.
const formatters = new Map<string, object>()
/** A server may format for any number of locales and currencies. */
const MAX_FORMATTERS = 200

function cached<Formatter extends object>(
  kind: string,
  locale: string,
  options: object,
  make: () => Formatter,
) {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key) as Formatter | undefined
  if (known) return known
  const made = make()
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  formatters.set(key, made)
  return made
}

/** @throws RangeError for a locale or currency that is no code */
export function numberFormatter(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cached('number', locale, options, () => new Intl.NumberFormat(locale, options))
}

/** @throws RangeError for a locale that is no code */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

/** @throws RangeError for a locale that is no code */
export function listFormatter(locale: string, options: Intl.ListFormatOptions): Intl.ListFormat {
  return cached('list', locale, options, () => new Intl.ListFormat(locale, options))
}

/** @throws RangeError for a locale that is no code */
export function pluralRules(locale: string): Intl.PluralRules {
  return cached('plural', locale, {}, () => new Intl.PluralRules(locale))
}
