import { useEffect, useState } from 'react'
import { type ShopTexts, shopTexts } from './shop-texts.js'
import { fromUrl, keepInUrl } from './shop-url.js'

/** The languages of the shop and of its widgets. */
export const LOCALES = Object.keys(shopTexts)

/** The language of the page, with its direction and texts. */
export interface ShopLanguage {
  locale: string
  direction: 'ltr' | 'rtl'
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

/** The chosen language. It is in the URL, so a reload and a shared link keep it. */
export function useShopLanguage() {
  const [locale, setLocale] = useState(
    () => LOCALES.find((each) => each === fromUrl('lang')) ?? visitorLocale(),
  )
  const direction = locale === 'ar' ? 'rtl' : 'ltr'
  const texts = shopTexts[locale] ?? shopTexts.en

  useEffect(() => {
    Object.assign(document.documentElement, { lang: locale, dir: direction })
    document.title = `Lantern Street: ${texts.documentTitle}`
  }, [locale, direction, texts])

  return {
    language: { locale, direction, texts } satisfies ShopLanguage,
    chooseLocale(next: string) {
      setLocale(next)
      keepInUrl({ lang: next })
    },
  }
}
