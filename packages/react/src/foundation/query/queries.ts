import type { AddressValidation, Client, ExchangeRate, IntentReading, LeydenError } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning/address'
import { queryOptions } from '@tanstack/react-query'
import { type ResolvedAddress, resolveRecipient } from '../../address/resolve-recipient.js'
import { mayAskAgain } from '../page/error-kind.js'
import { reportedError } from '../provider/warn-developer.js'
import { foldAddress, leydenKeys } from './leyden-keys.js'

/** How long an answer counts as fresh, in milliseconds; the BFF caches its answers for longer. */
const STALE_MS = 60_000

/**
 * Options that an app can set as defaults for its own queries, and that would change ours. Undefined ones are listed
 * too, because only a listed option overrides the app's default. The type is `object`, because TanStack's types do not
 * allow undefined for most of them.
 */
const unsetForQueries: object = {
  initialData: undefined,
  initialDataUpdatedAt: undefined,
  placeholderData: undefined,
  notifyOnChangeProps: undefined,
  structuralSharing: undefined,
  subscribed: undefined,
  suspense: undefined,
  // An unused answer is kept for five minutes; on a server without a timer, which would keep the process from ending.
  gcTime: undefined,
}

/** Used with key, function and `select` of each query. */
const ownQueryDefaults = {
  ...unsetForQueries,
  enabled: true,
  staleTime: STALE_MS,
  // The client of @leyden/core does the retries.
  retry: 0,
  retryOnMount: true,
  // An error is a state of the widget, which tells people what to do.
  throwOnError: false,
  // Each use of a query checks for a network connection itself, because TanStack's manager starts with "online".
  networkMode: 'always',
  refetchOnMount: true,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  refetchIntervalInBackground: false,
} as const

interface RequestSettings {
  signal: AbortSignal
}

/** What all our queries share: an error is the one that a widget shows, and the console tells the page's developer. */
function ownQuery<Answer, Key>(
  client: Client,
  request: string,
  queryKey: Key,
  send: (more: RequestSettings) => Promise<Answer>,
) {
  const queryFn = ({ signal }: RequestSettings) =>
    send({ signal }).catch((cause: unknown) => {
      throw reportedError(cause, client, request)
    })
  return { ...ownQueryDefaults, queryKey, queryFn }
}

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
  const key = leydenKeys.address(scope, folded)
  return queryOptions<AddressValidation, LeydenError, ResolvedAddress, typeof key>({
    ...ownQuery(client, 'The look-up', key, (more) => client.validateLightningAddress(folded, more)),
    select: (answer) => resolveRecipient(folded, folded.slice(folded.lastIndexOf('@') + 1), answer),
    enabled: parseLightningAddress(address).ok,
  })
}

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
    ownQuery(client, 'The reading of the intent', key, (more) => client.readIntent(token, more)),
  )
}

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
  const key = leydenKeys.exchangeRate(scope, currency)
  const read = (more: RequestSettings) => client.readExchangeRate(currency, more)
  return queryOptions<ExchangeRate, LeydenError, ExchangeRate, typeof key>({
    ...ownQuery(client, 'The request for an exchange rate', key, read),
    enabled: /^[A-Z]{3}$/.test(currency),
    staleTime: REFRESH_MS,
    refetchOnWindowFocus: true,
    // An older BFF has no such route.
    refetchInterval: ({ state: { error } }) =>
      error && (error.code === 'NOT_FOUND' || !mayAskAgain(error)) ? false : REFRESH_MS,
  })
}
