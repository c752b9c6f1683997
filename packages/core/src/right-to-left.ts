const LANGUAGES = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/**
 * Whether a locale, such as `ar-EG`, is written from right to left. `Intl.Locale` does not report it in every browser.
 */
export function isRightToLeft(locale: string): boolean {
  return LANGUAGES.has(locale.toLowerCase().split(/[-_]/)[0] ?? '')
}
