import type { Client, ExchangeRate, LeydenError } from '@leyden/core'
import { queryOptions } from '@tanstack/react-query'
import { mayAskAgain } from '../../foundation/errors/error-kind.js'
import { exchangeRateKey } from '../../foundation/query/keys.js'
import { type LeydenQuerySettings, ownQuery, type RequestSettings } from '../../foundation/query/own-query.js'

/** How often the rate is refreshed, in milliseconds. The BFF reads its source as often. */
const REFRESH_MS = 60_000

/**
 * Options of the query that reads the price of one bitcoin in a currency, refreshed each minute while the page is
 * visible. A BFF without a source of rates is asked once. A text that is no currency code such as `USD` is not
 * requested.
 *
 * ```ts
 * const { data } = useQuery(exchangeRateQueryOptions(client, 'USD'))
 * ```
 */
export function exchangeRateQueryOptions(
  client: Client,
  currency: string,
  { scope = client.baseUrl }: LeydenQuerySettings = {},
) {
  const key = exchangeRateKey(scope, currency)
  const read = (options: RequestSettings) => client.readExchangeRate(currency, options)
  return queryOptions<ExchangeRate, LeydenError, ExchangeRate, typeof key>({
    ...ownQuery(client, 'The request for an exchange rate', key, read),
    enabled: /^[A-Z]{3}$/.test(currency),
    staleTime: REFRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { error } }) => (mayComeLater(error) ? REFRESH_MS : false),
  })
}

/** Whether a rate may still come after this result of the last request. An older BFF has no such route. */
export function mayComeLater(error: LeydenError | null): boolean {
  return error === null || (error.code !== 'NOT_FOUND' && mayAskAgain(error))
}
