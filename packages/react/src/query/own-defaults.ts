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
export const ownQueryDefaults = {
  ...unsetForQueries,
  enabled: true,
  staleTime: STALE_MS,
  // The client of @leyden/core does the retries.
  retry: 0,
  retryOnMount: true,
  // An error is a state of the widget, which tells people what to do.
  throwOnError: false,
  // Each use of a query checks for a network connection itself, because TanStack's manager starts with "online".
  networkMode: 'always',
  refetchOnMount: true,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  refetchIntervalInBackground: false,
} as const

/** The same for mutations. A `scope` of the app would make a charge wait for the app's mutations. */
const unsetForMutations: object = {
  onMutate: undefined,
  onSuccess: undefined,
  onError: undefined,
  onSettled: undefined,
  scope: undefined,
}

/** Used with key and function of each mutation. */
export const ownMutationDefaults = {
  ...unsetForMutations,
  // A charge or a session is never requested twice.
  retry: 0,
  throwOnError: false,
  networkMode: 'always',
  gcTime: 0,
} as const
