import type { Language } from './language.js'

type Loader = () => Promise<readonly Language[]>

/** By the first part of a locale: `de` is for `de-AT` too. A bundler makes files of their own of what is imported. */
const loaders: Readonly<Record<string, Loader>> = {
  ar: () =>
    Promise.all([import('./arabic.js'), import('./ramp-arabic.js')]).then(([{ arabic }, { rampArabic }]) => [
      arabic,
      rampArabic,
    ]),
  de: () =>
    Promise.all([import('./german.js'), import('./ramp-german.js')]).then(([{ german }, { rampGerman }]) => [
      german,
      rampGerman,
    ]),
  es: () =>
    Promise.all([import('./spanish.js'), import('./ramp-spanish.js')]).then(
      ([{ spanish }, { rampSpanish }]) => [spanish, rampSpanish],
    ),
  ja: () =>
    Promise.all([import('./japanese.js'), import('./ramp-japanese.js')]).then(
      ([{ japanese }, { rampJapanese }]) => [japanese, rampJapanese],
    ),
  pt: () =>
    Promise.all([import('./portuguese.js'), import('./ramp-portuguese.js')]).then(
      ([{ portuguese }, { rampPortuguese }]) => [portuguese, rampPortuguese],
    ),
}

/** What loads our language for a locale; undefined where we have none, as for English, which is built in. */
export function languageLoader(locale: string | undefined): Loader | undefined {
  const name = locale?.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(loaders, name) ? loaders[name] : undefined
}
