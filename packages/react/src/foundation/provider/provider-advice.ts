import { type AdviceTable, CLIENT, WALLET } from '../card/option-advice.js'
import type { providerRules } from './provider-rules.js'

/**
 * What each setting has to be, in words.
 *
 * @internal
 */
export const providerAdvice = {
  bffUrl: ['the URL of your BFF, such as "/api/leyden"'],
  getToken: [
    'an async function that returns a token or null',
    'A token as text would become old: pass async () => token.',
  ],
  credentials: ["'omit', 'same-origin' or 'include'"],
  locale: ['a locale of BCP 47, such as de-DE: with a hyphen, not an underscore'],
  language: ['a language of @leyden/react/languages, several, or a function that loads them'],
  messages: ['an object of messages by key'],
  theme: ['an object, { accent, radius, font }'],
  colorScheme: ["'light', 'dark' or 'auto'"],
  connectWallet: WALLET,
  rampPage: ['an https URL'],
  client: CLIENT,
} as const satisfies AdviceTable<typeof providerRules>
