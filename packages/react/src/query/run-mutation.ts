import { MutationObserver, type MutationObserverOptions, type QueryClient } from '@tanstack/react-query'

/**
 * Runs one mutation outside of a component. Its outcome is that of the promise alone: an observer's `status` says
 * nothing about which of several attempts it belongs to.
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
    // The cache keeps a mutation for as long as somebody observes it.
    observer.reset()
  }
}
