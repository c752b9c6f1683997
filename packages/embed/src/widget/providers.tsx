import { type Client, isLeydenError } from '@leyden/core'
import { LeydenProvider, type LeydenProviderProps } from '@leyden/react'
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

/** What is around each widget: the settings of the page, and a floor under it. */
export function Frame({ settings, client, onError, children }: Props) {
  const { messages, theme, colorScheme } = settings as LeydenProviderProps
  const words = useEmbedMessages(settings)
  if (!words) return null
  const { locale, languages } = words
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
        {...(locale !== undefined && { locale })}
        {...(messages !== undefined && { messages })}
        {...(theme !== undefined && { theme })}
        {...(colorScheme !== undefined && { colorScheme })}
      >
        {children}
      </LeydenProvider>
    </ErrorBoundary>
  )
}

export function endingOfThrown(error: unknown): Ending {
  return isLeydenError(error)
    ? { status: 'error', code: error.code, retryable: error.retryable }
    : { status: 'error', code: 'UNKNOWN', retryable: false }
}
