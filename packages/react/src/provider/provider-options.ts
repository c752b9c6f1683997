import type { Client, ClientOptions } from '@leyden/core'
import { isSecure, parseUrl } from '@leyden/core/internal'
import type { OptionTable } from '../card/option-table.js'
import type { LanguageSource } from '../languages/use-language.js'
import type { Messages } from '../messages/messages.js'
import type { ConnectWallet } from '../pay-to-lightning-address/wallet-connection.js'
import type { ColorScheme, Theme } from '../theme/theme.js'

/** The settings that all widgets of a page share: the BFF, the user, language and appearance. */
export interface ProviderOptions {
  /**
   * Where the BFF is: `https:`, `http:` for loopback hosts, or a path of the page's own origin. One that cannot be
   * used is named in the console.
   *
   * @default none
   */
  bffUrl?: string | undefined
  /**
   * An async function that returns a bearer token for the BFF, or `null` for a guest. It is called for every POST and
   * watch. An inline function is fine.
   *
   * @default requests carry no token
   */
  getToken?: (() => Promise<string | null>) | undefined
  /**
   * The `credentials` of each request, for a page that signs people in with its own cookie: `include` or
   * `same-origin`.
   *
   * @default the browser's
   */
  credentials?: ClientOptions['credentials'] | undefined
  /**
   * BCP 47: language, numbers, dates, plural forms and direction. `ar`, `de`, `es`, `ja` and `pt`, with any region,
   * load a language; others keep English messages.
   *
   * @default 'en'
   */
  locale?: string | undefined
  /**
   * A language, several, or a function that loads them, in place of the one that `locale` would load; `[]` keeps
   * English. Its locale is then the default of `locale`.
   *
   * @default loaded for `locale`
   */
  language?: LanguageSource | undefined
  /**
   * Messages of your own, by key, over those of the language.
   *
   * @default none
   */
  messages?: Partial<Messages> | undefined
  /**
   * `{ accent, radius, font }`: one colour, any that CSS knows, gives the rest, readable in light and dark; `radius` in px.
   *
   * @default the style sheet's
   */
  theme?: Theme | undefined
  /**
   * `light`, `dark`, or `auto`, which follows the system.
   *
   * @default 'auto'
   */
  colorScheme?: ColorScheme | undefined
  /**
   * Offers "Connect a wallet" in every pay widget: an async function that loads Bitcoin Connect,
   * `() => import('@getalby/bitcoin-connect')`. It is called when a person presses, never before.
   *
   * @default no wallet can be connected
   */
  connectWallet?: ConnectWallet | undefined
  /**
   * A page of your own where people can buy bitcoin, `https:`. Where this page can show neither the provider's page nor a
   * link to it, as in a frame with `sandbox="allow-scripts"`, the ramp shows its QR code.
   *
   * @default the ramp says only that it cannot be shown
   */
  rampPage?: string | undefined
  /**
   * A client in place of `bffUrl`, for tests and unusual transports.
   *
   * @default made from `bffUrl`
   */
  client?: Client | undefined
}

/** Whether this can be a `rampPage`: `https:`, or `http:` for loopback hosts, without a password. */
export function isRampPage(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && !url.username && !url.password && isSecure(url)
}

/**
 * Every option of the provider that does not depend on React, and how a custom element takes it.
 *
 * @enum
 */
export const providerOptions = {
  bffUrl: 'text',
  getToken: 'property',
  credentials: 'text',
  locale: 'text',
  language: 'none',
  messages: 'property',
  theme: 'property',
  colorScheme: 'text',
  connectWallet: 'property',
  rampPage: 'text',
  client: 'none',
} as const satisfies OptionTable<ProviderOptions>
