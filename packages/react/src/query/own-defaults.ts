/** How long an answer counts as fresh, in milliseconds; the BFF keeps its own for longer. */
const STALE_MS = 60_000
/** How long an unused answer stays in the cache, in milliseconds. */
const GC_MS = 300_000

/**
 * Options that an app can set as defaults for its own queries, and that would change ours. Undefined ones are listed
 * too: only a listed option overrides the app's default. As `object`, because TanStack's types have no undefined for
 * most of these.
 */
const unsetForQueries: object = {
  initialData: undefined,
  initialDataUpdatedAt: undefined,
  placeholderData: undefined,
  notifyOnChangeProps: undefined,
  structuralSharing: undefined,
  subscribed: undefined,
  suspense: undefined,
}

/** Beside key, function and `select` of each query. */
export const ownQueryDefaults = {
  ...unsetForQueries,
  enabled: true,
  staleTime: STALE_MS,
  gcTime: GC_MS,
  // The client of @leyden/core retries what may be retried.
  retry: 0,
  retryOnMount: true,
  // An error is a state of the widget, which says what to do about it.
  throwOnError: false,
  // Whether there is a network is read where a query is used: TanStack's own manager starts with "yes".
  networkMode: 'always',
  refetchOnMount: true,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  refetchIntervalInBackground: false,
} as const

/** In the same way, for mutations. A `scope` of the app's would make a charge wait for its own mutations. */
const unsetForMutations: object = {
  onMutate: undefined,
  onSuccess: undefined,
  onError: undefined,
  onSettled: undefined,
  scope: undefined,
}

/** Beside key and function of each mutation. */
export const ownMutationDefaults = {
  ...unsetForMutations,
  // A charge or a session is never asked for twice.
  retry: 0,
  throwOnError: false,
  networkMode: 'always',
  gcTime: 0,
} as const
