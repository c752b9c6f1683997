import { useEffect, useState } from 'react'
import { type ShopTexts, shopTexts } from './shop-texts.js'
import { fromUrl, keepInUrl } from './shop-url.js'

/** The languages of the shop and of its widgets. */
export const LOCALES = Object.keys(shopTexts)

export type Direction = 'ltr' | 'rtl'

/** The language and the direction of the page, with its texts. */
export interface ShopLanguage {
  locale: string
  direction: Direction
  texts: ShopTexts
}

/** The first of the visitor's languages that the shop has. */
function visitorLocale(): string {
  const language = (locale: string) => locale.toLowerCase().split('-')[0]
  for (const wanted of navigator.languages) {
    const locale = LOCALES.find((each) => language(each) === language(wanted))
    if (locale !== undefined) return locale
  }
  return 'en'
}

const directionOf = (locale: string): Direction => (locale === 'ar' ? 'rtl' : 'ltr')

/** The chosen language and direction. They are in the URL, so a reload and a shared link keep them. */
export function useShopLanguage() {
  const [locale, setLocale] = useState(
    () => LOCALES.find((each) => each === fromUrl('lang')) ?? visitorLocale(),
  )
  const [chosenDirection, setDirection] = useState(() => fromUrl('dir'))
  const direction =
    chosenDirection === 'ltr' || chosenDirection === 'rtl' ? chosenDirection : directionOf(locale)
  const texts = shopTexts[locale] ?? shopTexts.en

  useEffect(() => {
    Object.assign(document.documentElement, { lang: locale, dir: direction })
    document.title = `Lantern Street: ${texts.documentTitle}`
  }, [locale, direction, texts])

  return {
    language: { locale, direction, texts } satisfies ShopLanguage,
    /** Each language comes with its own direction. */
    chooseLocale(next: string) {
      setLocale(next)
      setDirection(null)
      keepInUrl({ lang: next, dir: null })
    },
    chooseDirection(next: Direction) {
      setDirection(next)
      keepInUrl({ dir: next })
    },
  }
}
