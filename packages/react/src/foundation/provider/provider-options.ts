import type { Client, ClientOptions } from '@leyden/core'
import { isSecure, parseUrl, tryOrUndefined } from '@leyden/core/internal'
import type { Messages } from '../messages/messages.js'
import type { LanguageSource } from '../messages/use-language.js'
import type { OptionTable } from '../options/option-rule.js'
import type { ColorScheme, Theme } from '../theme/theme.js'
import type { ConnectWallet } from './connect-wallet.js'

/** The settings that all widgets of a page share: the BFF, the user, language and appearance. */
export interface ProviderOptions {
  /**
   * The URL of the BFF: `https:`, `http:` for loopback hosts, or a path of the page's own origin. If the URL cannot be
   * used, the widgets are inert, and the console says why. With `sandbox` a BFF and a wallet with play money run in the
   * page, for a first try without a server: on this machine, in a file, and in the previews of editors. With
   * `sandbox-on-any-host` they run in every page.
   *
   * @default none
   */
  bffUrl?: string | undefined
  /**
   * An async function that returns a bearer token for the BFF, or `null` for a guest. The client calls it for every
   * POST and watch. A new function on each render is fine. By default, requests have no token.
   *
   * @default none
   */
  getToken?: (() => Promise<string | null>) | undefined
  /**
   * The `credentials` option of each `fetch`: `include`, `same-origin` or `omit`. A page that signs people in with a
   * cookie needs `include` if its BFF has another origin of the same site.
   *
   * @default 'same-origin'
   */
  credentials?: ClientOptions['credentials'] | undefined
  /**
   * The BCP 47 locale for language, numbers, dates, plural forms and text direction. `ar`, `de`, `es`, `ja` and `pt`,
   * with any region, load a language. With any other locale the messages are English.
   *
   * @default 'en'
   */
  locale?: string | undefined
  /**
   * One or more languages, or a function that loads them. They replace the language that `locale` would load; with `[]`
   * the messages are English. The locale of the first language is then the default of `locale`.
   *
   * @default the language of `locale`
   */
  language?: LanguageSource | undefined
  /**
   * Messages of your own, by key. They replace the messages of the language with the same keys.
   *
   * @default none
   */
  messages?: Partial<Messages> | undefined
  /**
   * `{ accent, radius, font }`. `accent` is any CSS colour; the widgets compute the related colours from it, readable
   * in light and dark. `radius` is in px.
   *
   * @default the values of the style sheet
   */
  theme?: Theme | undefined
  /**
   * The colours of the widgets: `light`, `dark`, or `auto`, which follows the setting of the system.
   *
   * @default 'auto'
   */
  colorScheme?: ColorScheme | undefined
  /**
   * An async function that loads Bitcoin Connect, `() => import('@getalby/bitcoin-connect')`. If set, every pay widget
   * offers "Connect a wallet", and calls the function when the person presses that button, never before.
   *
   * @default none
   */
  connectWallet?: ConnectWallet | undefined
  /**
   * The `https:` URL of another page of yours that sells bitcoin. If the ramp widget can show neither the ramp's
   * page nor a link to it, as in a frame with `sandbox="allow-scripts"`, it shows this URL as a QR code. By default,
   * the widget only shows that people cannot buy here.
   *
   * @default none
   */
  rampPage?: string | undefined
  /**
   * A client of your own, in place of `bffUrl`, for tests and unusual transports.
   *
   * @default a client for `bffUrl`
   */
  client?: Client | undefined
}

/** Whether a BFF with play money runs in the page, in place of one with a URL. */
export function isSandbox(bffUrl: unknown): bffUrl is 'sandbox' | 'sandbox-on-any-host' {
  return bffUrl === 'sandbox' || bffUrl === 'sandbox-on-any-host'
}

/** Whether this can be a `rampPage`: `https:`, or `http:` for loopback hosts, without a password. */
export function isRampPage(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && !url.username && !url.password && isSecure(url)
}

/**
 * Every option of the provider that does not depend on React.
 *
 * @internal
 */
export const providerOptions = {
  // The client says what is wrong with a URL.
  bffUrl: { shape: 'text', locks: true },
  getToken: { shape: 'function', is: 'an async function that returns a token or null', locks: true },
  credentials: { shape: 'text', locks: true, oneOf: ['omit', 'same-origin', 'include'] },
  locale: { shape: 'text', is: 'a locale of BCP 47, such as de-DE: with a hyphen', fits: isLocale },
  language: { shape: 'loadable', element: 'none' },
  messages: { shape: 'object' },
  theme: { shape: 'object' },
  colorScheme: { shape: 'text', oneOf: ['light', 'dark', 'auto'] },
  connectWallet: { shape: 'function' },
  rampPage: { shape: 'text', is: 'an https URL', fits: isRampPage },
  client: { shape: 'object', element: 'none' },
} as const satisfies OptionTable<ProviderOptions>

/** Whether a text is a BCP 47 locale: `de-DE`, and not `de_DE`. */
function isLocale(locale: string): boolean {
  return tryOrUndefined(() => Intl.getCanonicalLocales(locale)) !== undefined
}
