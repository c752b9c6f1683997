import type { Language } from '../foundation/messages/language.js'

/**
 * The file of each language that we have beside English, by the first part of a locale: `de` is for `de-AT` too. A
 * bundler makes files of their own of what is imported.
 *
 * @example
 * const { languages } = await languageFiles.de()
 */
export const languageFiles: Readonly<Record<string, () => Promise<{ languages: readonly Language[] }>>> = {
  ar: () => import('./ar/both.js'),
  de: () => import('./de/both.js'),
  es: () => import('./es/both.js'),
  ja: () => import('./ja/both.js'),
  pt: () => import('./pt-BR/both.js'),
}

/**
 * What loads our language for a locale, for both widgets; undefined where we have none, as for English, which is built
 * in.
 *
 * @example
 * // On a server that knows the locale.
 * <LeydenProvider bffUrl="/api/leyden" locale={locale} language={await languageLoader(locale)?.()}>
 */
export function languageLoader(locale: string | undefined): (() => Promise<readonly Language[]>) | undefined {
  const name = locale?.toLowerCase().split(/[-_]/)[0] ?? ''
  const load = Object.hasOwn(languageFiles, name) ? languageFiles[name] : undefined
  return load && (async () => (await load()).languages)
}
