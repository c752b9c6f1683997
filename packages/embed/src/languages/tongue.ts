import type { EmbedSettings } from '../settings/settings.js'
import { type Spoken, spokenIn } from './languages.js'

/** What is said by the embed itself, and where a language has it: its lines have places, and no names. */
const lines = {
  payTitle: { part: 'pay', at: 0, english: 'Pay with Lightning' },
  rampTitle: { part: 'ramp', at: 1, english: 'Buy bitcoin' },
  rampNoAnswer: { part: 'ramp', at: 5, english: 'We cannot reach the provider.' },
  tryAgain: { part: 'ramp', at: 6, english: 'Try again' },
  rampClose: { part: 'ramp', at: 10, english: 'Close' },
  openInTab: { part: 'ramp', at: 28, english: 'Open in a new tab' },
} as const

export interface Tongue {
  /** Whose words, numbers and direction it is. */
  locale: string | undefined
  languages: Spoken['languages']
  isRightToLeft: boolean
  /** A word for what is shown before a widget is, or around one: the page's own, the language's, or English. */
  say(key: keyof typeof lines): string
}

/** How a widget speaks with what there is by now. */
export function tongueOf(
  { locale, messages }: EmbedSettings,
  { status, languages } = spokenIn(locale),
): Tongue {
  // English is not read from right to left, and has its own numbers; unless the page brings the words.
  const inEnglish = (status === 'late' || status === 'missing') && !messages
  const own = inEnglish ? undefined : locale
  return {
    locale: own,
    languages,
    isRightToLeft: /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)(?![a-z])/i.test(own ?? ''),
    say(key) {
      const { part, at, english } = lines[key]
      const words = [messages?.[key], languages.find((language) => language[part])?.[part]?.[at]]
      return words.find((word) => typeof word === 'string') ?? english
    },
  }
}
