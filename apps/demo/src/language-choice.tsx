import { type Direction, LOCALES, type ShopLanguage } from './shop-language.js'
import { FOCUS } from './wallet-panel.js'

const SELECT = `${FOCUS} min-h-11 min-w-0 cursor-pointer rounded-lg border border-field bg-card px-2`

/** The choices of the language and the direction of the page and its widgets. */
export function LanguageChoice(props: {
  language: ShopLanguage
  onLocale: (locale: string) => void
  onDirection: (direction: Direction) => void
}) {
  const { locale, direction, texts } = props.language
  return (
    <>
      <select
        aria-label={texts.language}
        className={SELECT}
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
      <select
        aria-label={texts.direction}
        className={SELECT}
        value={direction}
        onChange={({ currentTarget }) => props.onDirection(currentTarget.value === 'rtl' ? 'rtl' : 'ltr')}
      >
        <option value="ltr">LTR</option>
        <option value="rtl">RTL</option>
      </select>
    </>
  )
}
