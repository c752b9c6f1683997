import { useEffect, useState } from 'react'
import { useLatest } from '../provider/use-latest.js'
import type { Language } from './language.js'

type Words = Language | readonly Language[]

/** Words of a language, for one widget or several, or a function that loads them. */
export type LanguageSource = Words | (() => Promise<Words>)

const none: readonly Language[] = []

const listOf = (words: Words): readonly Language[] => (Array.isArray(words) ? words : [words as Language])

/** The languages of a source. One that has to be loaded is loaded once per locale; English stands in meanwhile. */
export function useLanguages(
  source: LanguageSource | undefined,
  locale: string | undefined,
): readonly Language[] {
  const [loaded, setLoaded] = useState<{ locale: string | undefined; languages: readonly Language[] } | null>(
    null,
  )
  const load = useLatest(typeof source === 'function' ? source : null)
  const isLoader = typeof source === 'function'

  useEffect(() => {
    if (!isLoader) return
    let wanted = true
    load.current?.().then(
      (words) => {
        if (wanted) setLoaded({ locale, languages: listOf(words) })
      },
      // English is still readable; the page should hear of it.
      (error: unknown) => reportError(error),
    )
    return () => {
      wanted = false
    }
  }, [isLoader, load, locale])

  if (source === undefined) return none
  if (typeof source !== 'function') return listOf(source)
  return loaded && loaded.locale === locale ? loaded.languages : none
}
