import { QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { useLeydenContext } from './leyden-context.js'

let pageQueryClient: QueryClient | undefined

/**
 * One query client for all widgets of a page; on a server a new one for each render, because renders must share
 * nothing.
 */
export function ownQueryClient(): QueryClient {
  if (typeof document === 'undefined') return new QueryClient()
  pageQueryClient ??= new QueryClient()
  return pageQueryClient
}

/**
 * The query client of a widget: the provider's `queryClient`, otherwise the app's from the context, otherwise our own.
 */
export function useLeydenQueryClient(): QueryClient {
  const { queryClient, ownQueryClient: shared } = useLeydenContext()
  const ofTheApp = useContext(QueryClientContext)
  const chosen = queryClient ?? ofTheApp ?? shared
  return useMemo(() => chosen ?? ownQueryClient(), [chosen])
}
