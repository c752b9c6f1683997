import { LOCALES, type ShopLanguage } from './shop-language.js'
import { FOCUS } from './wallet-panel.js'

/** The choice of the language of the page and its widgets. */
export function LanguageChoice(props: { language: ShopLanguage; onLocale: (locale: string) => void }) {
  const { locale, texts } = props.language
  return (
    <select
      aria-label={texts.language}
      className={`${FOCUS} min-h-11 min-w-0 cursor-pointer rounded-lg border border-field bg-card px-2`}
      value={locale}
      onChange={({ currentTarget }) => props.onLocale(currentTarget.value)}
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
