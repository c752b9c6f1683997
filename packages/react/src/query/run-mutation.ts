import { MutationObserver, type MutationObserverOptions, type QueryClient } from '@tanstack/react-query'

/**
 * Runs one mutation outside of a component. Only the promise reports its outcome: the `status` of an observer does not
 * tell which of several attempts it belongs to.
 */
export async function runMutation<Data, Failure, Variables>(
  queryClient: QueryClient,
  options: MutationObserverOptions<Data, Failure, Variables>,
  variables: Variables,
): Promise<Data> {
  const observer = new MutationObserver(queryClient, options)
  try {
    return await observer.mutate(variables)
  } finally {
    // The cache keeps a mutation while it is observed.
    observer.reset()
  }
}
