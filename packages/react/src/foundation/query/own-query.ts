import type { Client } from '@leyden/core'
import { reportedError } from '../errors/warn-developer.js'

/** How long an answer counts as fresh, in milliseconds; the BFF caches its answers for longer. */
const STALE_MS = 60_000

/**
 * Options that an app can set as defaults for its own queries, and that would change ours. Undefined ones are listed
 * too, because only a listed option overrides the app's default. The type is `object`, because TanStack's types do not
 * allow undefined for most of them.
 */
const unsetForQueries: object = {
  initialData: undefined,
  initialDataUpdatedAt: undefined,
  placeholderData: undefined,
  notifyOnChangeProps: undefined,
  structuralSharing: undefined,
  subscribed: undefined,
  suspense: undefined,
  // An unused answer is kept for five minutes; on a server without a timer, which would keep the process from ending.
  gcTime: undefined,
}

/** Used with key, function and `select` of each query. */
const ownQueryDefaults = {
  ...unsetForQueries,
  enabled: true,
  staleTime: STALE_MS,
  // The client of @leyden/core does the retries.
  retry: 0,
  retryOnMount: true,
  // An error is a state of the widget, which tells people what to do.
  throwOnError: false,
  // A browser that reports no network still reaches a BFF on the same device, so each request is tried.
  networkMode: 'always',
  refetchOnMount: true,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  refetchIntervalInBackground: false,
} as const

/** What TanStack gives the function of a query. */
export interface RequestSettings {
  signal: AbortSignal
}

/** What all our queries share: an error is the one that a widget shows, and the console tells the page's developer. */
export function ownQuery<Answer, Key>(
  client: Client,
  request: string,
  queryKey: Key,
  send: (options: RequestSettings) => Promise<Answer>,
) {
  const queryFn = ({ signal }: RequestSettings) =>
    send({ signal }).catch((cause: unknown) => {
      throw reportedError(cause, client, request)
    })
  return { ...ownQueryDefaults, queryKey, queryFn }
}

/** Settings of a query. */
export interface LeydenQuerySettings {
  /**
   * The `bffUrl` as the page writes it, if this client reaches the BFF by another URL (a server that prefetches).
   *
   * @default the client's `baseUrl`
   */
  scope?: string | undefined
}
