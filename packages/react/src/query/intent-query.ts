import type { Client, IntentReading, LeydenError } from '@leyden/core'
import { queryOptions } from '@tanstack/react-query'
import { leydenKeys } from './leyden-keys.js'
import type { LeydenQuerySettings } from './lightning-address-query.js'
import { ownQueryDefaults } from './own-defaults.js'
import { reportErrors } from './reported-error.js'

/**
 * Options of the query that reads an order which the shop's server signed: recipient, amount, note, reference and its
 * charge, if there is one, all as the BFF's JSON.
 *
 * ```ts
 * const { data: order } = useQuery(intentQueryOptions(client, token))
 * ```
 */
export function intentQueryOptions(
  client: Client,
  token: string,
  { scope = client.baseUrl }: LeydenQuerySettings = {},
) {
  return queryOptions<IntentReading, LeydenError, IntentReading, ReturnType<typeof leydenKeys.intent>>({
    ...ownQueryDefaults,
    queryKey: leydenKeys.intent(scope, token),
    queryFn: ({ signal }) =>
      reportErrors(client, 'The reading of the intent', () => client.readIntent(token, { signal })),
  })
}
