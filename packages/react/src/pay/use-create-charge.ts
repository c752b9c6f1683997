'use client'

import type { Charge, ChargeRequest, LeydenError } from '@leyden/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type UseClientOptions, useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { createChargeMutationOptions } from './create-charge-mutation.js'

/**
 * Requests an invoice, for a payment form of your own. Show it only after `checkCharge` of `@leyden/react/flows` has
 * accepted it.
 *
 * ```tsx
 * const { mutate, data, error } = useCreateCharge()
 * const requestCharge = () => mutate({ lnaddress: 'alice@wallet.example', amount: '2100000' })
 * ```
 */
export function useCreateCharge(
  options: UseClientOptions = {},
): UseMutationResult<Charge, LeydenError, ChargeRequest> {
  const client = useClient(options.client, 'useCreateCharge')
  return useMutation(createChargeMutationOptions(client), useLeydenQueryClient())
}
