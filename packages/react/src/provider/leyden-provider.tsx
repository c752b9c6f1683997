import { type Client, type ClientOptions, createClient } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type LanguageSource, useLanguages } from '../languages/use-language.js'
import type { Messages } from '../messages/messages.js'
import type { Theme } from '../theme/theme.js'
import { createWidgetEvents, type WidgetEvent } from '../widget/widget-event.js'
import { type ColorScheme, LeydenContext } from './leyden-context.js'
import { ownQueryClient } from './query-client.js'
import { useLatest } from './use-latest.js'
import { usePropWarnings, useWarnings } from './wrong-props.js'

export interface LeydenProviderProps {
  /** Where the BFF is: `https:`, `http:` for loopback hosts, or a path of the page's own origin. */
  bffUrl?: string | undefined
  /** In place of `bffUrl`, for tests and unusual transports. */
  client?: Client | undefined
  /** Who is asking: a bearer token for the BFF, asked for with every POST and watch. May be an inline function. */
  getToken?: (() => Promise<string | null>) | undefined
  /** For a host that signs people in by its own same-site cookie. */
  credentials?: ClientOptions['credentials'] | undefined
  /**
   * A language, several, or a function that loads them: `german`, `[german, rampGerman]`, `() => import('./nl.js').then((m) => m.dutch)`.
   * It wins over what `locale` would load; `[]` keeps English.
   *
   * @default ours for `locale`, loaded on demand
   */
  language?: LanguageSource | undefined
  /**
   * BCP 47: numbers, dates, plural forms and direction. Without `language`, ar, de, es, ja and pt (with any region)
   * load our language too, after the first render; other locales keep English messages.
   *
   * @default the locale of `language`, else `en`
   */
  locale?: string | undefined
  /** Messages of your own, by key, over those of the language. */
  messages?: Partial<Messages> | undefined
  /**
   * Where answers of the BFF are kept, with those of the app.
   *
   * @default that of the `QueryClientProvider` around the widgets, else one of our own for the whole page
   */
  queryClient?: QueryClient | undefined
  theme?: Theme | undefined
  /** @default 'auto' */
  colorScheme?: ColorScheme | undefined
  /**
   * Hears what happens in any widget below, such as `{ widget: 'pay', type: 'paid', payment }`: also what becomes of
   * charges whose widget is gone.
   */
  onWidgetEvent?: ((event: WidgetEvent) => void) | undefined
  children?: ReactNode | undefined
}

/**
 * What all widgets below share: the BFF, who is asking, language and looks. A `bffUrl` that cannot be used is named
 * in the console, and the widgets below are inert until it is right.
 *
 * ```tsx
 * <LeydenProvider bffUrl="/api/leyden" language={german}>
 *   <PayToLightningAddress address="alice@wallet.example" />
 * </LeydenProvider>
 * ```
 */
export function LeydenProvider(props: LeydenProviderProps) {
  const { bffUrl, client: own, credentials, messages, theme, colorScheme = 'auto', children } = props
  const { queryClient } = props
  const [fallback] = useState(ownQueryClient)
  const languages = useLanguages(props.language, props.locale)
  const locale = props.locale ?? languages[0]?.locale ?? 'en'
  const getToken = useLatest(props.getToken)
  const onWidgetEvent = useLatest(props.onWidgetEvent)
  const [widgetEvents] = useState(() => createWidgetEvents((event) => onWidgetEvent.current?.(event)))
  useEffect(() => widgetEvents.stop, [widgetEvents])
  const signsIn = props.getToken !== undefined

  const { client, advice } = useMemo((): Usable => {
    if (own) return { client: own, advice: undefined }
    return usableClient(bffUrl, {
      ...(credentials && { credentials }),
      ...(signsIn && { getToken: async () => (await getToken.current?.()) ?? null }),
    })
  }, [own, bffUrl, credentials, signsIn, getToken])
  // Left out, widgets may bring clients of their own.
  const isTold = 'bffUrl' in props
  usePropWarnings(
    'LeydenProvider',
    isTold && advice !== undefined ? [{ prop: 'bffUrl', value: bffUrl, advice }] : [],
  )
  useWarnings('apiKey' in props ? [KEY_IN_PAGE] : [])

  const value = useMemo(
    () => ({
      client,
      queryClient,
      ownQueryClient: fallback,
      noClient: isTold ? null : 'Give the <LeydenProvider> around it a bffUrl, or pass it a client.',
      locale,
      languages,
      messages: messages ?? {},
      theme,
      colorScheme,
      widgetEvents,
    }),
    [client, queryClient, fallback, isTold, locale, languages, messages, theme, colorScheme, widgetEvents],
  )
  return <LeydenContext.Provider value={value}>{children}</LeydenContext.Provider>
}

/** Never with the key itself: consoles are recorded. */
const KEY_IN_PAGE =
  'Leyden: <LeydenProvider apiKey>: everybody who opens this page can read the key, so it is public now. Revoke it ' +
  'at the service, and give a new one to createBff() on your server only.'

interface Usable {
  client: Client | null
  /** Why there is none, by the name that the page gave it. */
  advice: string | undefined
}

function usableClient(bffUrl: unknown, more: Omit<ClientOptions, 'baseUrl'>): Usable {
  if (typeof bffUrl !== 'string')
    return {
      client: null,
      advice:
        'bffUrl must be the URL of your BFF, such as "/api/leyden". Is an environment variable missing in this build?',
    }
  try {
    return { client: createClient({ baseUrl: bffUrl, ...more }), advice: undefined }
  } catch (cause) {
    return { client: null, advice: (cause as Error).message.replace('baseUrl', 'bffUrl') }
  }
}
