import type { AddressValidation, Client, LeydenError } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning/address'
import { queryOptions } from '@tanstack/react-query'
import { type ResolvedAddress, resolveRecipient } from '../lightning-address/resolve-recipient.js'
import { foldAddress, leydenKeys } from './leyden-keys.js'
import { ownQueryDefaults } from './own-defaults.js'
import { reportErrors } from './reported-error.js'

/** Settings of a query. */
export interface LeydenQuerySettings {
  /**
   * The `bffUrl` as the page writes it, if this client reaches the BFF by another URL (a server that prefetches).
   *
   * @default the client's `baseUrl`
   */
  scope?: string | undefined
}

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
  return queryOptions<AddressValidation, LeydenError, ResolvedAddress, ReturnType<typeof leydenKeys.address>>(
    {
      ...ownQueryDefaults,
      queryKey: leydenKeys.address(scope, folded),
      queryFn: ({ signal }) =>
        reportErrors(client, 'The look-up', () => client.validateLightningAddress(folded, { signal })),
      select: (answer) => resolveRecipient(folded, folded.slice(folded.lastIndexOf('@') + 1), answer),
      enabled: parseLightningAddress(address).ok,
    },
  )
}
