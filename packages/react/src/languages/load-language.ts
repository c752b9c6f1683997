import type { Language } from './language.js'

type Loader = () => Promise<readonly Language[]>

/** All languages that some files export. */
async function languagesIn(...files: Promise<Record<string, Language>>[]): Promise<readonly Language[]> {
  return (await Promise.all(files)).flatMap((file) => Object.values(file))
}

/** By the first part of a locale: `de` is for `de-AT` too. A bundler makes files of their own of what is imported. */
const loaders: Readonly<Record<string, Loader>> = {
  ar: () => languagesIn(import('./arabic.js'), import('./ramp-arabic.js')),
  de: () => languagesIn(import('./german.js'), import('./ramp-german.js')),
  es: () => languagesIn(import('./spanish.js'), import('./ramp-spanish.js')),
  ja: () => languagesIn(import('./japanese.js'), import('./ramp-japanese.js')),
  pt: () => languagesIn(import('./portuguese.js'), import('./ramp-portuguese.js')),
}

/** What loads our language for a locale; undefined where we have none, as for English, which is built in. */
export function languageLoader(locale: string | undefined): Loader | undefined {
  const name = locale?.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(loaders, name) ? loaders[name] : undefined
}
