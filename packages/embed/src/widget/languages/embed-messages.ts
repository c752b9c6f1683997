import { isRightToLeft } from '@leyden/core/internal'
import type { Message, Messages } from '@leyden/react'
import type { EmbedSettings } from '../settings/settings.js'
import { languagesOf } from './languages.js'

/** The embed's own texts in English: those of the widgets with the same keys. */
export const english = {
  payTitle: 'Pay with Lightning',
  rampTitle: 'Buy bitcoin',
  noConnection: 'This site is not responding.',
  errorOffline: 'You are offline.',
  reloadPage: 'If this happens again, reload the page.',
  requestSlow: 'This is taking longer than usual.',
  tryAgain: 'Try again',
  rampClose: 'Close',
  openInTab: 'Open in a new tab',
} as const satisfies Partial<Record<keyof Messages, string>>

/** The messages for a page's settings, with the languages that are loaded by now. */
export function embedMessages(
  { locale, messages }: EmbedSettings,
  { status, languages } = languagesOf(locale),
) {
  // With English messages, numbers and direction are English too, unless the page has its own messages.
  const inEnglish = (status === 'late' || status === 'failed') && !messages
  const own = inEnglish ? undefined : locale
  const translated: Partial<Record<string, Message>> = Object.assign(
    {},
    ...languages.flatMap(({ pay, ramp }) => [pay, ramp]),
  )
  return {
    /** The locale of messages, numbers and direction; undefined for English. */
    locale: own,
    languages,
    isRightToLeft: isRightToLeft(own ?? ''),
    /** A text that is shown before or around a widget: the page's own message, the language's, or English. */
    t: (key: keyof typeof english): string =>
      [messages?.[key], translated[key]].find((message) => typeof message === 'string') ?? english[key],
  }
}

export type EmbedMessages = ReturnType<typeof embedMessages>
