import type { Client } from '@leyden/core'
import { chargeKey } from '../foundation/query/keys.js'
import { ownMutation } from '../foundation/query/own-mutation.js'

/**
 * Options of the mutation that requests an invoice, for `useMutation` and `MutationObserver`. Its variables are the
 * request, and each `mutate` sends it once. The result is the charge as the BFF sent it. `checkCharge` of
 * `@leyden/react/flows` has to accept it before anybody sees its invoice.
 *
 * ```ts
 * const createCharge = useMutation(createChargeMutationOptions(client))
 * createCharge.mutate({ lnaddress: 'alice@wallet.example', amount: '2100000' })
 * ```
 */
export function createChargeMutationOptions(client: Client) {
  return ownMutation(chargeKey(client.baseUrl), client.createCharge)
}
