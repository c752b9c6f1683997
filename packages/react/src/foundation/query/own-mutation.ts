import type { LeydenError } from '@leyden/core'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'

/**
 * Options that an app can set as defaults for its own mutations, and that would change ours. A `scope` of the app would
 * make a charge wait for the app's mutations: it would be paused, and a paused mutation is dehydrated.
 */
const unsetForMutations: object = {
  onMutate: undefined,
  onSuccess: undefined,
  onError: undefined,
  onSettled: undefined,
  scope: undefined,
}

/**
 * Runs one attempt of a POST as a mutation, outside of a component. The request is in the closure and not in the
 * variables of the mutation, so that an app that dehydrates or logs all mutations stores no variables of ours.
 *
 * Only the promise reports the outcome: the `status` of an observer does not tell which of several attempts it belongs
 * to.
 */
export async function runAttempt<Reply>(
  queryClient: QueryClient,
  mutationKey: readonly string[],
  send: () => Promise<Reply>,
): Promise<Reply> {
  const observer = new MutationObserver<Reply, LeydenError>(queryClient, {
    ...unsetForMutations,
    mutationKey,
    mutationFn: send,
    // A charge or a session is never requested twice.
    retry: 0,
    throwOnError: false,
    // Never paused, so never dehydrated: a request contains what people typed.
    networkMode: 'always',
    gcTime: 0,
  })
  try {
    return await observer.mutate()
  } finally {
    // The cache keeps a mutation while it is observed.
    observer.reset()
  }
}
