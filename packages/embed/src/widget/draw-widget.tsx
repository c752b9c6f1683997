import { type Client, isLeydenError } from '@leyden/core'
import { messageReference } from '@leyden/core/internal'
import { LeydenProvider } from '@leyden/react'
import { Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import { useEmbedMessages } from '../languages/use-embed-messages.js'
import type { Ending } from '../outcome/outcome.js'
import type { EmbedSettings } from '../settings/settings.js'
import { clientOf } from './client-of.js'
import type { WidgetReports } from './widget.js'

/** Draws a widget into an element, and reports one that cannot be drawn. */
export function createDrawing(element: HTMLElement, { onEnding }: WidgetReports) {
  const root = createRoot(element)
  // `rem` is the page's size. The element uses the browser's size, which a person may have made larger.
  const style = getComputedStyle(element)
  if (style.getPropertyValue('--leyden-font-size') === '')
    element.style.setProperty('--leyden-font-size', style.fontSize)
  let client: Client | undefined
  let failure: Ending | undefined
  const onError = (error: unknown) => {
    console.error(
      `A widget of Leyden cannot be shown. See ${messageReference('a-widget-cannot-be-shown')}`,
      error,
    )
    const { code, retryable } = isLeydenError(error) ? error : { code: 'UNKNOWN', retryable: false }
    failure = { status: 'error', code, retryable }
    onEnding?.(failure)
  }
  return {
    draw(settings: EmbedSettings, widget: ReactNode) {
      client = clientOf(settings)
      loadLocale(settings.locale)
      root.render(
        <ErrorBoundary onError={onError}>
          <Providers settings={settings} client={client}>
            {widget}
          </Providers>
        </ErrorBoundary>,
      )
    },
    /** The client that the widget was drawn with. */
    client: () => client,
    /** The outcome of a widget that could not be drawn. */
    failure: () => failure,
    unmount: () => root.unmount(),
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
  const { messages, theme, colorScheme, connectWallet, rampPage } = settings
  const embedMessages = useEmbedMessages(settings)
  if (!embedMessages) return null
  const { locale, languages } = embedMessages
  return (
    <LeydenProvider
      client={client}
      language={languages}
      locale={locale}
      messages={messages}
      theme={theme}
      colorScheme={colorScheme}
      connectWallet={connectWallet}
      rampPage={rampPage}
    >
      {children}
    </LeydenProvider>
  )
}

/** Reports a widget that cannot be drawn, and leaves the rest of the page alone. */
class ErrorBoundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
