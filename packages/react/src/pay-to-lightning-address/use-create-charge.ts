'use client'

import type { Charge, ChargeRequest, Client, LeydenError } from '@leyden/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import type { Attempt } from '../query/attempt.js'
import { createChargeMutationOptions } from '../query/charge-mutation.js'

/** Options of {@link useCreateCharge}. */
export interface UseCreateChargeOptions {
  /** The client to use. @default the provider's */
  client?: Client | undefined
}

/**
 * Requests an invoice, for a payment form of your own. Show it only after `checkCharge` of `@leyden/react/flows` has
 * accepted it.
 *
 * ```tsx
 * const { mutate, data, error } = useCreateCharge()
 * const requestCharge = () => mutate(newAttempt({ lnaddress: 'alice@wallet.example', amount: '2100000' }))
 * ```
 */
export function useCreateCharge(
  options: UseCreateChargeOptions = {},
): UseMutationResult<Charge, LeydenError, Attempt<ChargeRequest>> {
  const client = useClient(options.client, 'useCreateCharge')
  return useMutation(createChargeMutationOptions(client), useLeydenQueryClient())
}
