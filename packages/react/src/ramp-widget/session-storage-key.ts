import type { Client } from '@leyden/core'
import { readJson } from '../widget/json-storage.js'
import type { RampOptions } from './ramp-options.js'

/** What tells the sessions of one widget from those of others. */
export type Place = Pick<RampOptions, 'remember' | 'order' | 'quoteCurrency' | 'baseCurrency' | 'name'> & {
  client: Client
}

/** Where the sessions of one widget are kept; null where they are not. @throws where storage is forbidden. */
export function storageOf({ remember = 'browser' }: Place): Storage | null {
  if (remember === 'never') return null
  return remember === 'tab' ? sessionStorage : localStorage
}

/** A session is found again for its own order only, by the order's id: the whole of it would open the order. */
export function storageKey({
  client,
  order,
  quoteCurrency = '',
  baseCurrency = '',
  name = '',
}: Place): string {
  const orders = typeof order === 'string' ? [order.split('.')[1]] : []
  return ['leyden.ramp', client.baseUrl, quoteCurrency, baseCurrency, name, ...orders].join('|')
}

/** Whether an earlier page load has stored a session. */
export function hasStoredSession(place: Place): boolean {
  return readJson(() => storageOf(place), storageKey(place)) !== undefined
}
