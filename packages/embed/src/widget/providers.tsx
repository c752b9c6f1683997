import { type Client, isLeydenError } from '@leyden/core'
import { LeydenProvider } from '@leyden/react'
import type { ReactNode } from 'react'
import { useEmbedMessages } from '../languages/use-embed-messages.js'
import type { Ending } from '../outcome/outcome.js'
import type { EmbedSettings } from '../settings/settings.js'
import { ErrorBoundary } from './error-boundary.js'

interface Props {
  settings: EmbedSettings
  client: Client
  onError: (error: unknown) => void
  children: ReactNode
}

/** The page's settings and an error boundary around a widget. Nothing is drawn until its language is known. */
export function Providers({ settings, client, onError, children }: Props) {
  const { messages, theme, colorScheme, connectWallet } = settings
  const embedMessages = useEmbedMessages(settings)
  if (!embedMessages) return null
  const { locale, languages } = embedMessages
  return (
    <ErrorBoundary
      onError={(error) => {
        console.error('A widget of Leyden cannot be shown.', error)
        onError(error)
      }}
    >
      <LeydenProvider
        client={client}
        language={languages}
        locale={locale}
        messages={messages}
        theme={theme}
        colorScheme={colorScheme}
        connectWallet={connectWallet}
      >
        {children}
      </LeydenProvider>
    </ErrorBoundary>
  )
}

/** How a widget ends that could not be drawn. */
export function endingOfThrown(error: unknown): Ending {
  return isLeydenError(error)
    ? { status: 'error', code: error.code, retryable: error.retryable }
    : { status: 'error', code: 'UNKNOWN', retryable: false }
}
