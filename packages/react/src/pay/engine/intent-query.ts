import type { Client, IntentReading, LeydenError } from '@leyden/core'
import { queryOptions } from '@tanstack/react-query'
import { leydenKeys } from '../../foundation/query/leyden-keys.js'
import { type LeydenQuerySettings, ownQuery } from '../../foundation/query/own-query.js'

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
  const key = leydenKeys.intent(scope, token)
  return queryOptions<IntentReading, LeydenError, IntentReading, typeof key>(
    ownQuery(client, 'The reading of the intent', key, (options) => client.readIntent(token, options)),
  )
}
