import { type Client, type ClientOptions, createClient, LeydenError } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { type LanguageSource, useLanguages } from '../languages/use-language.js'
import type { Messages } from '../messages/messages.js'
import type { Theme } from '../theme/theme.js'
import { type ColorScheme, LeydenContext } from './leyden-context.js'
import { ownQueryClient } from './query-client.js'
import { useLatest } from './use-latest.js'

export interface LeydenProviderProps {
  /** Where the BFF is: `https:`, `http:` for loopback hosts, or a path of the page's own origin. */
  bffUrl?: string
  /** In place of `bffUrl`, for tests and unusual transports. */
  client?: Client
  /** Who is asking: a bearer token for the BFF, asked for with every POST and watch. May be an inline function. */
  getToken?: () => Promise<string | null>
  /** For a host that signs people in by its own same-site cookie. */
  credentials?: ClientOptions['credentials']
  /**
   * A language, several, or a function that loads them: `german`, `[german, rampGerman]`, `() => import('./nl.js').then((m) => m.dutch)`.
   * It wins over what `locale` would load; `[]` keeps English.
   *
   * @default ours for `locale`, loaded on demand
   */
  language?: LanguageSource
  /**
   * BCP 47: numbers, dates, plural forms and direction. Without `language`, ar, de, es, ja and pt (with any region)
   * load our language too, after the first render; other locales keep English messages.
   *
   * @default the locale of `language`, else `en`
   */
  locale?: string
  /** Messages of your own, by key, over those of the language. */
  messages?: Partial<Messages>
  /**
   * Where answers of the BFF are kept, with those of the app.
   *
   * @default that of the `QueryClientProvider` around the widgets, else one of our own for the whole page
   */
  queryClient?: QueryClient
  theme?: Theme
  colorScheme?: ColorScheme
  children?: ReactNode
}

/**
 * What all widgets below share: the BFF, who is asking, language and looks.
 *
 * ```tsx
 * <LeydenProvider bffUrl="/api/leyden" language={german}>
 *   <PayToLightningAddress address="alice@wallet.example" />
 * </LeydenProvider>
 * ```
 *
 * @throws LeydenError `BAD_REQUEST`, field `bffUrl`, for one that may not be used.
 */
export function LeydenProvider(props: LeydenProviderProps) {
  const { bffUrl, client: own, credentials, messages, theme, colorScheme = 'auto', children } = props
  const { queryClient } = props
  const [fallback] = useState(ownQueryClient)
  const languages = useLanguages(props.language, props.locale)
  const locale = props.locale ?? languages[0]?.locale ?? 'en'
  const getToken = useLatest(props.getToken)
  const signsIn = props.getToken !== undefined

  const client = useMemo(() => {
    if (own) return own
    if (bffUrl === undefined) return null
    return clientOf(bffUrl, {
      ...(credentials && { credentials }),
      ...(signsIn && { getToken: async () => (await getToken.current?.()) ?? null }),
    })
  }, [own, bffUrl, credentials, signsIn, getToken])

  const value = useMemo(
    () => ({
      client,
      queryClient,
      ownQueryClient: fallback,
      locale,
      languages,
      messages: messages ?? {},
      theme,
      colorScheme,
    }),
    [client, queryClient, fallback, locale, languages, messages, theme, colorScheme],
  )
  return <LeydenContext.Provider value={value}>{children}</LeydenContext.Provider>
}

/** A mistake is told by the name that the page gave it. */
function clientOf(bffUrl: string, more: Omit<ClientOptions, 'baseUrl'>): Client {
  try {
    return createClient({ baseUrl: bffUrl, ...more })
  } catch (cause) {
    const message = (cause as Error).message.replace('baseUrl', 'bffUrl')
    throw new LeydenError('BAD_REQUEST', message, { field: 'bffUrl', cause })
  }
}
