import type { Client } from '@leyden/core'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Language } from '../messages/language.js'
import type { Messages } from '../messages/messages.js'
import type { WidgetEvents } from '../reports/widget-event.js'
import type { ColorScheme, Theme } from '../theme/theme.js'
import type { ConnectWallet } from './connect-wallet.js'
import type { PlayMoney } from './play-money.js'

export interface LeydenContextValue {
  client: Client | null
  /** The client to use if the app has none. */
  ownQueryClient?: QueryClient | undefined
  /** The advice for the developer if a widget finds no client; null if the provider has logged it already. */
  noClient: string | null
  locale: string
  languages: readonly Language[]
  messages: Partial<Messages>
  theme: Theme
  colorScheme: ColorScheme
  connectWallet?: ConnectWallet | undefined
  rampPage?: string | undefined
  /** Where the sandbox in the page answers in place of a BFF. */
  playMoney?: PlayMoney | undefined
  widgetEvents?: WidgetEvents | undefined
}

const withoutProvider: LeydenContextValue = {
  client: null,
  noClient: 'Put <LeydenProvider bffUrl="…"> around it, or pass it a client.',
  locale: 'en',
  languages: [],
  messages: {},
  theme: {},
  colorScheme: 'auto',
}

export const LeydenContext = createContext(withoutProvider)

export function useLeydenContext(): LeydenContextValue {
  return useContext(LeydenContext)
}
