'use client'

import type { AddressValidation, LeydenError } from '@leyden/core'
import { type Query, QueryObserver, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { mayAskAgain } from '../foundation/errors/error-kind.js'
import { listen } from '../foundation/page/listen.js'
import { type UseClientOptions, useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { lightningAddressQueryOptions } from './lightning-address-query.js'
import type { ResolvedAddress } from './resolve-recipient.js'

const MAX_BACK_OFF_MS = 60_000

/**
 * The delay before a failed look-up is retried automatically, in milliseconds: the server's Retry-After, otherwise with
 * back-off.
 */
function retryInMs({ state }: Pick<Query<AddressValidation, LeydenError>, 'state'>): number | false {
  const { data, error, errorUpdateCount } = state
  if (data !== undefined || !error || !mayAskAgain(error)) return false
  return error.retryAfterMs ?? Math.min(2_500 * 2 ** errorUpdateCount, MAX_BACK_OFF_MS)
}

/**
 * Asks whether an address can be paid. Components that ask about the same address share one request, which is cancelled
 * when the last of them unmounts. A failed request that may succeed later is retried automatically: after the BFF's
 * Retry-After, otherwise with back-off, and as soon as the browser reports that the network is back.
 *
 * ```tsx
 * const { data } = useLightningAddressQuery('alice@wallet.example')
 * return data?.status === 'found' ? <p>Up to {String(data.recipient.maxSats)} sats</p> : null
 * ```
 *
 * @param address for null, or a text that is no Lightning Address, no request is sent.
 */
export function useLightningAddressQuery(
  address: string | null,
  options: UseClientOptions = {},
): UseQueryResult<ResolvedAddress, LeydenError> {
  const client = useClient(options.client, 'useLightningAddressQuery')
  const query = useMemo(() => lightningAddressQueryOptions(client, address ?? ''), [client, address])
  const queryClient = useLeydenQueryClient()
  // This effect is before `useQuery`, so that it is cleaned up first. StrictMode unmounts and mounts again at once, as
  // does a list whose keys change. The additional observer keeps the request alive until then.
  useEffect(
    () => () => {
      if (queryClient.getQueryState(query.queryKey)?.fetchStatus !== 'fetching') return
      queueMicrotask(new QueryObserver(queryClient, { ...query, enabled: false }).subscribe(() => {}))
    },
    [queryClient, query],
  )
  const result = useQuery({ ...query, refetchInterval: retryInMs }, queryClient)

  const { refetch } = result
  const isMissing = query.enabled === true && result.data === undefined
  useEffect(() => {
    if (!isMissing) return
    // Also if the device never reported that it was offline, because a failed request may work now.
    const again = () => void refetch({ cancelRefetch: false })
    return listen(window, { online: again })
  }, [isMissing, refetch])
  return result
}
