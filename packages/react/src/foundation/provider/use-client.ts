import type { Client } from '@leyden/core'
import { QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { useWarnings } from '../options/wrong-props.js'
import { useLeydenContext } from './leyden-context.js'
import { missingClient } from './missing-client.js'

/** Options of a hook that sends requests. */
export interface UseClientOptions {
  /** The client to use. @default the provider's */
  client?: Client | undefined
}

/**
 * The client of a widget: its own `client` prop, otherwise the provider's. If there is neither, the console names the
 * component, and {@link missingClient} sends nothing.
 */
export function useClient(override: Client | undefined, component: string): Client {
  const { client, noClient } = useLeydenContext()
  const chosen = override ?? client
  useWarnings(
    'WIDGET_HAS_NO_BFF',
    chosen || noClient === null ? [] : [`Leyden: ${component} has no BFF to ask. ${noClient}`],
  )
  return chosen ?? missingClient
}

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

/** The query client of a widget: that of the app, otherwise our own. */
export function useLeydenQueryClient(): QueryClient {
  const { ownQueryClient: shared } = useLeydenContext()
  const ofTheApp = useContext(QueryClientContext)
  const chosen = ofTheApp ?? shared
  return useMemo(() => chosen ?? ownQueryClient(), [chosen])
}
