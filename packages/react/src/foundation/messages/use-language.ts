import { messageReference } from '@leyden/core/internal'
import { useEffect, useState } from 'react'
import { languageLoader } from '../../languages/load-language.js'
import { useLatest } from '../page/use-latest.js'
import type { Language } from './language.js'

type Languages = Language | readonly Language[]

/** A language, several, or a function that loads them. Of several, the first that has a key is shown. */
export type LanguageSource = Languages | (() => Promise<Languages>)

const none: readonly Language[] = []

const listOf = (languages: Languages): readonly Language[] =>
  Array.isArray(languages) ? languages : [languages as Language]

/**
 * The languages of a source; without a source, ours for the locale. Those that have to be loaded are loaded once per
 * locale, in the browser only. English is shown meanwhile, so that the first render is the one of the server.
 */
export function useLanguages(
  source: LanguageSource | undefined,
  locale: string | undefined,
): readonly Language[] {
  const [loaded, setLoaded] = useState<{ locale: string | undefined; languages: readonly Language[] } | null>(
    null,
  )
  const kind = source === undefined ? 'ours' : typeof source === 'function' ? 'loader' : 'given'
  const latestSource = useLatest(source)

  useEffect(() => {
    const latest = latestSource.current
    const load = kind === 'ours' ? languageLoader(locale) : typeof latest === 'function' ? latest : undefined
    if (!load) return
    let isCurrent = true
    loadLanguages(load).then(
      (languages) => {
        if (isCurrent) setLoaded({ locale, languages })
      },
      (error: unknown) => {
        if (!isCurrent) return
        const which = locale === undefined ? '' : ` for the locale ${JSON.stringify(locale)}`
        console.error(
          `Leyden could not load its language${which}, and shows English instead. See ${messageReference('LANGUAGE_NOT_LOADED')}`,
          error,
        )
      },
    )
    return () => {
      isCurrent = false
    }
  }, [kind, latestSource, locale])

  if (source !== undefined && typeof source !== 'function') return listOf(source)
  return loaded && loaded.locale === locale ? loaded.languages : none
}

async function loadLanguages(load: () => Promise<Languages>): Promise<readonly Language[]> {
  const languages: Languages | undefined = await load()
  if (!languages)
    throw new TypeError(
      'The `language` function of <LeydenProvider> gave no language. Check the name it imports.',
    )
  return listOf(languages)
}
