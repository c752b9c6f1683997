import { QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { useLeydenContext } from './leyden-context.js'

let pageQueryClient: QueryClient | undefined

/** One for all widgets of a page; on a server a new one, because renders share nothing. */
export function ownQueryClient(): QueryClient {
  if (typeof document === 'undefined') return new QueryClient()
  pageQueryClient ??= new QueryClient()
  return pageQueryClient
}

/** Where a widget's queries live: the provider's `queryClient`, else the app's by context, else one of our own. */
export function useLeydenQueryClient(): QueryClient {
  const { queryClient, ownQueryClient: shared } = useLeydenContext()
  const ofTheApp = useContext(QueryClientContext)
  const chosen = queryClient ?? ofTheApp ?? shared
  return useMemo(() => chosen ?? ownQueryClient(), [chosen])
}
