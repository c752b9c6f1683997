'use client'

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLanguages } from '../messages/use-language.js'
import { wrongOptions } from '../options/option-rule.js'
import { checkOptions } from '../options/option-warnings.js'
import { useNameJudge } from '../options/use-name-judge.js'
import { usePropWarnings, useWarnings } from '../options/wrong-props.js'
import { useLatest } from '../page/use-latest.js'
import { createWidgetEvents, type WidgetEvent } from '../reports/widget-event.js'
import { useProviderTheme } from '../theme/use-theme.js'
import { LeydenContext, type LeydenContextValue } from './leyden-context.js'
import { type ProviderOptions, providerOptions } from './provider-options.js'
import { usePlayMoney } from './sandbox-part.js'
import { usableClient } from './usable-client.js'
import { ownQueryClient } from './use-client.js'

/** Props of `<LeydenProvider/>`. */
export interface LeydenProviderProps extends ProviderOptions {
  /**
   * A function that receives each event of any widget below, such as `{ widget: 'pay', type: 'paid', payment }`, and
   * the events of charges whose widget is no longer mounted.
   *
   * @default none
   */
  onWidgetEvent?: ((event: WidgetEvent) => void) | undefined
  /** The elements that share these settings. */
  children?: ReactNode | undefined
}

/**
 * The settings that all widgets below share: the BFF, the user, language and appearance. If `bffUrl` cannot be used,
 * the console names it, and the widgets below are inert until it is right.
 *
 * ```tsx
 * <LeydenProvider bffUrl="/api/leyden" language={german}>
 *   <PayToLightningAddress address="alice@wallet.example" />
 * </LeydenProvider>
 * ```
 */
export function LeydenProvider({ children, ...given }: LeydenProviderProps) {
  // The client says what is wrong with a URL, and a key in the page has its own warning.
  const judge = useNameJudge(providerTable, given)
  const found = wrongOptions(providerTable, given, judge).filter(
    ({ name }) => !/^(bffUrl|apiKey)$/.test(name),
  )
  // A guest in place of a user, or a cookie that is not sent, would be another person.
  const { wrong, isFatal, usable: props } = checkOptions('provider', providerTable, given, found)
  const { bffUrl } = given
  const { client: override, credentials, messages, colorScheme = 'auto' } = props
  const { connectWallet, rampPage } = props
  const theme = useProviderTheme(props.theme)
  const [fallback] = useState(ownQueryClient)
  const languages = useLanguages(props.language, props.locale)
  const locale = props.locale ?? languages[0]?.locale ?? 'en'
  const playMoney = usePlayMoney(bffUrl)
  const getToken = useLatest(props.getToken)
  const onWidgetEvent = useLatest(props.onWidgetEvent)
  const [widgetEvents] = useState(() => createWidgetEvents((event) => onWidgetEvent.current?.(event)))
  useEffect(() => widgetEvents.stop, [widgetEvents])
  const signsIn = props.getToken !== undefined

  const usable = useMemo(() => {
    const token = async () => (await getToken.current?.()) ?? null
    if (isFatal) return null
    return override ?? usableClient(bffUrl, { credentials, getToken: signsIn ? token : undefined })
  }, [override, bffUrl, credentials, signsIn, isFatal, getToken])
  const client = typeof usable === 'string' ? null : usable
  // Without `bffUrl`, each widget can have its own client.
  const hasBffUrl = 'bffUrl' in given
  const unusable = hasBffUrl && typeof usable === 'string'
  usePropWarnings('LeydenProvider', [
    ...wrong,
    ...(unusable ? [{ prop: 'bffUrl', value: bffUrl, advice: usable }] : []),
  ])
  useWarnings('KEY_IN_PAGE', 'apiKey' in given ? [KEY_IN_PAGE] : [])

  const shownMessages = useMemo(
    () => (playMoney ? { ...messages, ...playMoney.messages(locale) } : (messages ?? noMessages)),
    [messages, playMoney, locale],
  )

  const value: LeydenContextValue = {
    client,
    ownQueryClient: fallback,
    noClient:
      hasBffUrl || isFatal ? null : 'Give the <LeydenProvider> around it a bffUrl, or pass it a client.',
    locale,
    languages,
    messages: shownMessages,
    theme,
    colorScheme,
    connectWallet,
    rampPage,
    playMoney,
    widgetEvents,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: The keys are always the same, so these are all of its values.
  const shared = useMemo(() => value, Object.values(value))
  return <LeydenContext.Provider value={shared}>{children}</LeydenContext.Provider>
}

const noMessages = {}

/** The options of the provider, with the two that React alone has. */
const providerTable = { ...providerOptions, onWidgetEvent: { shape: 'function' } } as const

/** The warning never contains the key itself, because consoles are recorded. */
const KEY_IN_PAGE =
  'Leyden: <LeydenProvider apiKey>: everybody who opens this page can read the key, so it is public now. Revoke it ' +
  'at the service, and give a new one to createBff() on your server only.'
