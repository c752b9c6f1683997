const known = new Map<string, string>()

/** The locale with Latin digits, which invoices, wallets and keypads have too; English for one that Intl refuses. */
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
