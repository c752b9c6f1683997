'use client'

import type { Client, LeydenError, RampSession, RampSessionRequest } from '@leyden/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import type { Attempt } from '../query/attempt.js'
import { createRampSessionMutationOptions } from '../query/ramp-session-mutation.js'

/** Options of `useCreateRampSession`. */
export interface UseCreateRampSessionOptions {
  /** The client to use. @default the provider's */
  client?: Client | undefined
}

/**
 * Makes a ramp session, for a page that opens it in its own way. Each one can be opened once.
 *
 * ```tsx
 * const { mutate, data } = useCreateRampSession()
 * const start = () => mutate(newAttempt({ quote_currency: 'USD', base_currency: 'BTC' }))
 * ```
 */
export function useCreateRampSession(
  options: UseCreateRampSessionOptions = {},
): UseMutationResult<RampSession, LeydenError, Attempt<RampSessionRequest>> {
  const client = useClient(options.client, 'useCreateRampSession')
  return useMutation(createRampSessionMutationOptions(client), useLeydenQueryClient())
}
