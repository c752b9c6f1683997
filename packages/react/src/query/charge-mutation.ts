import type { Charge, ChargeRequest, Client, LeydenError } from '@leyden/core'
import { mutationOptions } from '@tanstack/react-query'
import { type Attempt, takeRequest } from './attempt.js'
import { leydenKeys } from './leyden-keys.js'
import { ownMutationDefaults } from './own-defaults.js'

/**
 * Options of the mutation that requests an invoice, for `useMutation` and `MutationObserver`. Its variables come from
 * `newAttempt`. The result is the charge as the BFF sent it. `checkCharge` of `@leyden/react/flows` has to accept it
 * before anybody sees its invoice.
 *
 * ```ts
 * const createCharge = useMutation(createChargeMutationOptions(client))
 * createCharge.mutate(newAttempt({ lnaddress: 'alice@wallet.example', amount: '2100000' }))
 * ```
 */
export function createChargeMutationOptions(client: Client) {
  return mutationOptions<Charge, LeydenError, Attempt<ChargeRequest>>({
    ...ownMutationDefaults,
    mutationKey: leydenKeys.charge(client.baseUrl),
    mutationFn: async (attempt) => client.createCharge(...takeRequest(attempt)),
  })
}
