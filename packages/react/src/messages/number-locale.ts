const known = new Map<string, string>()

/** The locale with Latin digits, as in invoices, wallets and keypads; English if Intl does not accept the locale. */
export function numberLocale(locale: string): string {
  let result = known.get(locale)
  if (result === undefined) {
    try {
      result = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
    } catch {
      result = 'en'
    }
    known.set(locale, result)
  }
  return result
}
