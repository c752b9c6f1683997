import type { AddressValidation, Client, LeydenError } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning'
import { queryOptions } from '@tanstack/react-query'
import { addressKey, foldAddress } from '../foundation/query/keys.js'
import { type LeydenQuerySettings, ownQuery } from '../foundation/query/own-query.js'
import { type ResolvedAddress, resolveRecipient } from './resolve-recipient.js'

/**
 * Options of the query that asks whether an address can be paid, for `useQuery`, `prefetchQuery` and every other
 * function that accepts query options. The cache holds the BFF's JSON; `select` turns it into a result: `found`, with
 * the recipient, or `invalid`, with the problem. A text that is no Lightning Address is not looked up.
 *
 * ```ts
 * await queryClient.prefetchQuery(lightningAddressQueryOptions(client, 'alice@wallet.example', { scope: '/api/leyden' }))
 * ```
 */
export function lightningAddressQueryOptions(
  client: Client,
  address: string,
  { scope = client.baseUrl }: LeydenQuerySettings = {},
) {
  const folded = foldAddress(address)
  const key = addressKey(scope, folded)
  return queryOptions<AddressValidation, LeydenError, ResolvedAddress, typeof key>({
    ...ownQuery(client, 'The look-up', key, (options) => client.validateLightningAddress(folded, options)),
    select: (answer) => resolveRecipient(folded, folded.slice(folded.lastIndexOf('@') + 1), answer),
    enabled: parseLightningAddress(address).ok,
  })
}
