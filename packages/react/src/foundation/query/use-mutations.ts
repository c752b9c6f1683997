'use client'

import type { Charge, ChargeRequest, LeydenError, RampSession, RampSessionRequest } from '@leyden/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type UseClientOptions, useClient, useLeydenQueryClient } from '../provider/use-client.js'
import { type Attempt, createChargeMutationOptions, createRampSessionMutationOptions } from './mutations.js'

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
  options: UseClientOptions = {},
): UseMutationResult<Charge, LeydenError, Attempt<ChargeRequest>> {
  const client = useClient(options.client, 'useCreateCharge')
  return useMutation(createChargeMutationOptions(client), useLeydenQueryClient())
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
  options: UseClientOptions = {},
): UseMutationResult<RampSession, LeydenError, Attempt<RampSessionRequest>> {
  const client = useClient(options.client, 'useCreateRampSession')
  return useMutation(createRampSessionMutationOptions(client), useLeydenQueryClient())
}
