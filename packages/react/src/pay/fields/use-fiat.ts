import type { Client } from '@leyden/core'
import { MAX_RATE_AGE_MS } from '@leyden/core/internal'
import { QueryObserver } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { neverChanges } from '../../foundation/page/page-signals.js'
import { setAlarm } from '../../foundation/page/set-alarm.js'
import { useLeydenQueryClient } from '../../foundation/provider/use-client.js'
import type { PayOptions } from '../pay-options.js'
import { exchangeRateQueryOptions, mayComeLater } from './exchange-rate-query.js'
import { type Fiat, type FiatPrice, fiatOf, usableFiat } from './fiat.js'

/** The currency of a page. */
interface PageFiat {
  /** The currency with its price: the page's own rate, otherwise the BFF's while it is recent. */
  price: FiatPrice | undefined
  /** The currency while the BFF has not told its rate, and still may. */
  awaited: Fiat | undefined
}

/** The currency of a page with its price, or while the price is awaited. */
export function useFiat(options: Pick<PayOptions, 'fiat'>, client: Client): PageFiat {
  const fiat = fiatOf(options.fiat ?? '')
  const query = useMemo(() => exchangeRateQueryOptions(client, fiat.currency), [client, fiat.currency])
  const isAsked = query.enabled === true && fiat.rate === undefined
  const queryClient = useLeydenQueryClient()
  // No hook of a query, because a disabled query would be in the cache of every page without a currency.
  const { subscribe, read } = useMemo(() => {
    if (!isAsked) return { subscribe: neverChanges, read: () => undefined }
    const observer = new QueryObserver(queryClient, query)
    return {
      subscribe: (notify: () => void) => observer.subscribe(notify),
      read: () => {
        const { data, error } = observer.getCurrentResult()
        return data ?? (mayComeLater(error) ? 'awaited' : 'failed')
      },
    }
  }, [isAsked, queryClient, query])
  const answer = useSyncExternalStore(subscribe, read, read)
  const data = typeof answer === 'string' ? undefined : answer
  // A rate becomes too old without an event, if no newer one arrives.
  const [oldAsOf, setOldAsOf] = useState('')
  const asOf = data?.as_of
  useEffect(() => {
    if (asOf === undefined) return
    const until = new Date(Date.parse(asOf) + MAX_RATE_AGE_MS)
    return setAlarm(client.clock, until, () => setOldAsOf(asOf))
  }, [client, asOf])
  const priceNow = () => {
    if (fiat.rate !== undefined || !data) return usableFiat(fiat)
    if (data.as_of === oldAsOf) return undefined
    return usableFiat({ ...fiat, rate: data.rate, asOf: new Date(data.as_of) })
  }
  return { price: priceNow(), awaited: answer === 'awaited' ? fiat : undefined }
}
