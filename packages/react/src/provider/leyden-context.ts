import type { Client } from '@leyden/core'
import { createContext, useContext } from 'react'
import type { Language } from '../languages/language.js'
import type { Messages } from '../messages/messages.js'
import type { Theme } from '../theme/theme.js'

export type ColorScheme = 'light' | 'dark' | 'auto'

export interface LeydenContextValue {
  client: Client | null
  /** What a developer has to do where a widget finds no client; null where the provider has told it already. */
  noClient: string | null
  locale: string
  languages: readonly Language[]
  messages: Partial<Messages>
  theme: Theme | undefined
  colorScheme: ColorScheme
}

const withoutProvider: LeydenContextValue = {
  client: null,
  noClient: 'Put <LeydenProvider bffUrl="…"> around it, or pass it a client.',
  locale: 'en',
  languages: [],
  messages: {},
  theme: undefined,
  colorScheme: 'auto',
}

export const LeydenContext = createContext(withoutProvider)

export function useLeydenContext(): LeydenContextValue {
  return useContext(LeydenContext)
}
