const LANGUAGES = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
const SCRIPTS = new Set(['adlm', 'arab', 'hebr', 'nkoo', 'rohg', 'syrc', 'thaa'])

/**
 * Whether a locale, such as `ar-EG` or `az-Arab`, is written from right to left. `Intl.Locale` does not report it in every
 * browser.
 */
export function isRightToLeft(locale: string): boolean {
  const [language = '', script = ''] = locale.toLowerCase().split(/[-_]/)
  return script.length === 4 ? SCRIPTS.has(script) : LANGUAGES.has(language)
}
