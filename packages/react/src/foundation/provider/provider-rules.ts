import { tryOrUndefined } from '@leyden/core/internal'
import type { OptionRules } from '../card/option-rule.js'
import { isRampPage, type ProviderOptions } from './provider-options.js'

/**
 * What each setting has to be.
 *
 * @internal
 */
export const providerRules = {
  // The client says what is wrong with a URL.
  bffUrl: { shape: 'text', locks: true },
  getToken: { shape: 'function', is: 'an async function that returns a token or null', locks: true },
  credentials: { shape: 'text', locks: true, oneOf: ['omit', 'same-origin', 'include'] },
  locale: { shape: 'text', is: 'a locale of BCP 47, such as de-DE: with a hyphen', fits: isLocale },
  language: { shape: 'loadable' },
  messages: { shape: 'object' },
  theme: { shape: 'object' },
  colorScheme: { shape: 'text', oneOf: ['light', 'dark', 'auto'] },
  connectWallet: { shape: 'function' },
  rampPage: { shape: 'text', is: 'an https URL', fits: isRampPage },
  client: { shape: 'object' },
} as const satisfies OptionRules<ProviderOptions>

/** Whether a text is a BCP 47 locale: `de-DE`, and not `de_DE`. */
function isLocale(locale: string): boolean {
  return tryOrUndefined(() => Intl.getCanonicalLocales(locale)) !== undefined
}
