'use client'

import type { LeydenError, RampSession, RampSessionRequest } from '@leyden/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type UseClientOptions, useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { createRampSessionMutationOptions } from './create-ramp-session-mutation.js'

/**
 * Makes a ramp session, for a page that opens it in its own way. Each one can be opened once.
 *
 * ```tsx
 * const { mutate, data } = useCreateRampSession()
 * const start = () => mutate({ quote_currency: 'USD', base_currency: 'BTC' })
 * ```
 */
export function useCreateRampSession(
  options: UseClientOptions = {},
): UseMutationResult<RampSession, LeydenError, RampSessionRequest> {
  const client = useClient(options.client, 'useCreateRampSession')
  return useMutation(createRampSessionMutationOptions(client), useLeydenQueryClient())
}
