import type { Client, LeydenError } from '@leyden/core'
import { LeydenProvider } from '@leyden/react'
import { errorOutcome, type Outcome } from '@leyden/react/options'
import { Boundary, clientFor } from '@leyden/react/removed-widget'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadLocale } from './languages/languages.js'
import { useEmbedMessages } from './languages/use-embed-messages.js'
import type { EmbedSettings, Kind, OptionsOf } from './settings/settings.js'
import type { MountWidget, Widget, WidgetReport } from './widget.js'

/** What differs between payments and the ramp. */
interface WidgetView<K extends Kind> extends Pick<Widget, 'outcome' | 'follow'> {
  render(options: OptionsOf[K]): ReactNode
}

/** The text size of the browser, such as `16px`. */
let browserSize: string | undefined

/**
 * Makes the function that draws a widget of this kind into an element, and reports one that cannot be drawn.
 *
 * @param createView gets a function that returns the client of the newest settings
 */
export function mountWith<K extends Kind>(
  createView: (report: (event: WidgetReport) => void, client: () => Client) => WidgetView<K>,
): MountWidget<K> {
  return (element, firstOptions, firstSettings, report) => {
    let client = clientOf(firstSettings)
    const view = createView(report, () => client)
    const root = createRoot(element)
    // `rem` is the page's size. The element uses the browser's size, which a person may have made larger. To read a style
    // makes the browser calculate those of the page, so only the first element does.
    browserSize ??= getComputedStyle(element).fontSize
    element.style.setProperty('--ly-browser-size', browserSize)
    let failure: Outcome | undefined
    const onError = (error: LeydenError) => {
      const outcome = errorOutcome(error)
      failure = outcome
      report({ name: 'leyden-error', outcome })
    }
    const update = (options: OptionsOf[K], settings: EmbedSettings) => {
      client = clientOf(settings)
      loadLocale(settings.locale)
      root.render(
        // It leaves the rest of the page alone, and has no card: the widget's own has failed, too.
        <Boundary onError={onError}>
          <Providers settings={settings} client={client}>
            {view.render(options)}
          </Providers>
        </Boundary>,
      )
    }
    update(firstOptions, firstSettings)
    return {
      update,
      outcome: () => failure ?? view.outcome(),
      follow: view.follow,
      unmount: () => root.unmount(),
    }
  }
}

/** The page's settings around a widget. Nothing is drawn until its language is known. */
function Providers({
  settings,
  client,
  children,
}: {
  settings: EmbedSettings
  client: Client
  children: ReactNode
}) {
  const messages = useEmbedMessages(settings)
  if (!messages) return null
  // The others are of the page, and the provider would warn of them.
  const {
    environment: _,
    portalAllows: __,
    game: ___,
    openExternal: ____,
    nonce: _____,
    ...shared
  } = settings
  return (
    <LeydenProvider {...shared} client={client} language={messages.languages} locale={messages.locale}>
      {children}
    </LeydenProvider>
  )
}

/** Clients by `getToken`, which is one function for each owner and BFF, and then by BFF and credentials. */
const clients = new WeakMap<object, Map<string, Client>>()
const withoutToken = {}

/**
 * Returns one client for the same BFF, credentials and owner of the token, so that widgets share streams. Look-ups need
 * no token and are shared by all clients of a BFF.
 */
function clientOf({ bffUrl = '', credentials, getToken }: EmbedSettings): Client {
  const owned = clients.get(getToken ?? withoutToken) ?? new Map<string, Client>()
  clients.set(getToken ?? withoutToken, owned)
  const key = `${credentials} ${bffUrl}`
  const known = owned.get(key)
  if (known) return known
  const client = clientFor(bffUrl, { credentials, getToken })
  owned.set(key, client)
  return client
}
