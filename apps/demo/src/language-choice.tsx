import { FOCUS } from './wallet-panel.js'

/** The languages of the widgets, by their locale. The shop around them is in English. */
const LOCALES = ['en', 'ar', 'de', 'es', 'ja', 'pt-BR']

/** The language of the visitor's browser, if the widgets have it. */
export function visitorLocale(): string {
  const language = (locale: string) => locale.split('-')[0]
  return LOCALES.find((locale) => language(locale) === language(navigator.language)) ?? 'en'
}

/** The choice of the widgets' language, which also sets their direction. */
export function LanguageChoice({ locale, onChoose }: { locale: string; onChoose: (locale: string) => void }) {
  return (
    <select
      aria-label="Language of the widgets"
      className={`${FOCUS} min-h-11 min-w-0 cursor-pointer rounded-lg border border-field bg-card px-2`}
      value={locale}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {LOCALES.map((each) => (
        <option key={each} value={each} lang={each}>
          {new Intl.DisplayNames(each, { type: 'language', languageDisplay: 'standard' }).of(
            each.split('-')[0] ?? each,
          )}
        </option>
      ))}
    </select>
  )
}
