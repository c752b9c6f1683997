import { createListeners, messageReference } from '@leyden/core/internal'
import type { Language } from '@leyden/react'
import { languageLoader } from '@leyden/react/languages'

export interface LocaleLanguages {
  /**
   * `none`: we have no language for this locale. `loading`: the widget waits, so that people do not see English change
   * into their language. `late`: it takes too long to wait. `loaded`. `failed`: it could not be loaded.
   */
  readonly status: 'none' | 'loading' | 'late' | 'loaded' | 'failed'
  readonly languages: readonly Language[]
}

const none: LocaleLanguages = { status: 'none', languages: [] }
const WORTH_WAITING_MS = 1_000

const known = new Map<string, LocaleLanguages>()
const listeners = createListeners()
/** @returns a function that unsubscribes */
export const onLanguagesChange = listeners.subscribe

/** Loads our language for a locale, if we have one. After a failure, the next call tries again. */
export function loadLocale(locale: string | undefined): void {
  const name = nameOf(locale)
  const load = languageLoader(locale)
  const { status } = languagesOf(locale)
  if (!load || (status !== 'none' && status !== 'failed')) return
  const change = (next: LocaleLanguages) => {
    known.set(name, next)
    listeners.notify()
  }
  const timer = setTimeout(() => change({ status: 'late', languages: [] }), WORTH_WAITING_MS)
  change({ status: 'loading', languages: [] })
  load()
    .finally(() => clearTimeout(timer))
    .then(
      (languages) => change({ status: 'loaded', languages }),
      (error: unknown) => {
        console.error(
          `Leyden could not load its language for the locale ${JSON.stringify(locale)}, and shows English instead. See ${messageReference('LANGUAGE_NOT_LOADED')}`,
          error,
        )
        change({ status: 'failed', languages: [] })
      },
    )
}

/** The loaded messages of a locale; a new object when they change. */
export function languagesOf(locale: string | undefined): LocaleLanguages {
  return known.get(nameOf(locale)) ?? none
}

function nameOf(locale = 'en'): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? ''
}
