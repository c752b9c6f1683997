import type { Client } from '@leyden/core'
import { QueryClient } from '@tanstack/react-query'

const byBff = new Map<string, QueryClient>()

/**
 * The cache of look-ups of one BFF, shared by all widgets of a page and apart from a TanStack setup of the
 * page's own. On a server nothing is looked up, and nothing may be shared between requests.
 */
export function lookUpsOf(client: Client): QueryClient {
  if (typeof document === 'undefined') return newLookUps()
  let lookUps = byBff.get(client.baseUrl)
  if (!lookUps) {
    lookUps = newLookUps()
    byBff.set(client.baseUrl, lookUps)
  }
  return lookUps
}

function newLookUps(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The client tries a GET again by itself.
        retry: false,
        staleTime: 60_000,
        // No timer outlives a widget; what a page looks up is little.
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
      },
    },
  })
}
