import type { Client, ExchangeRate, LeydenError } from '@leyden/core'
import { queryOptions } from '@tanstack/react-query'
import { mayAskAgain } from '../widget/error-kind.js'
import { leydenKeys } from './leyden-keys.js'
import type { LeydenQuerySettings } from './lightning-address-query.js'
import { ownQueryDefaults } from './own-defaults.js'
import { reportErrors } from './reported-error.js'

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
  return queryOptions<ExchangeRate, LeydenError, ExchangeRate, ReturnType<typeof leydenKeys.exchangeRate>>({
    ...ownQueryDefaults,
    queryKey: leydenKeys.exchangeRate(scope, currency),
    queryFn: ({ signal }) =>
      reportErrors(client, 'The request for an exchange rate', () =>
        client.readExchangeRate(currency, { signal }),
      ),
    enabled: /^[A-Z]{3}$/.test(currency),
    staleTime: REFRESH_MS,
    refetchOnWindowFocus: true,
    // An older BFF has no such route.
    refetchInterval: ({ state: { error } }) =>
      error && (error.code === 'NOT_FOUND' || !mayAskAgain(error)) ? false : REFRESH_MS,
  })
}
