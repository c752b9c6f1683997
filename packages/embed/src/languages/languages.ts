import type { Language } from '@leyden/react'

/** Each is a file beside the script, by the first part of its locale: `de` is for `de-AT` too. */
const files: Readonly<Record<string, () => Promise<{ languages: readonly Language[] }>>> = {
  ar: () => import('../parts/ar-part.js'),
  de: () => import('../parts/de-part.js'),
  es: () => import('../parts/es-part.js'),
  ja: () => import('../parts/ja-part.js'),
  pt: () => import('../parts/pt-part.js'),
}

export interface Spoken {
  /**
   * `none`: there is no file. `coming`: it is worth waiting for, or people would see English turn into something
   * else. `late`: it takes longer than that. `here`, `missing`: it came, or could not be had.
   */
  readonly status: 'none' | 'coming' | 'late' | 'here' | 'missing'
  readonly languages: readonly Language[]
}

const none: Spoken = { status: 'none', languages: [] }
const WORTH_WAITING_MS = 1_000

const known = new Map<string, Spoken>()
const listeners = new Set<() => void>()

/** Loads the words of a locale, where there are any. One that could not be had is asked for again. */
export function speak(locale: string | undefined): void {
  const name = nameOf(locale)
  const load = Object.hasOwn(files, name) ? files[name] : undefined
  const { status } = spokenIn(locale)
  if (!load || (status !== 'none' && status !== 'missing')) return
  const become = (spoken: Spoken) => {
    known.set(name, spoken)
    for (const listener of [...listeners]) listener()
  }
  const timer = setTimeout(() => become({ status: 'late', languages: [] }), WORTH_WAITING_MS)
  become({ status: 'coming', languages: [] })
  load()
    .finally(() => clearTimeout(timer))
    .then(
      ({ languages }) => become({ status: 'here', languages }),
      (error: unknown) => {
        console.warn(
          `Leyden could not load its words for ${JSON.stringify(locale)}, and speaks English.`,
          error,
        )
        become({ status: 'missing', languages: [] })
      },
    )
}

/** What is known of a locale's words; another object whenever that changes. */
export function spokenIn(locale: string | undefined): Spoken {
  return known.get(nameOf(locale)) ?? none
}

export function onSpoken(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function nameOf(locale = 'en'): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? ''
}
