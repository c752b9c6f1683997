import type { Client } from '@leyden/core'
import { readJson, shelfIn } from '../../foundation/page/json-storage.js'
import type { RampOptions } from '../ramp-options.js'

/** The values that distinguish the sessions of one widget from those of others. */
export type Place = Pick<RampOptions, 'remember' | 'order' | 'quoteCurrency' | 'baseCurrency' | 'name'> & {
  client: Client
}

/** Where the sessions of a widget are stored. */
export const shelfOf = ({ remember = 'browser' }: Place) => shelfIn(remember, 1)

/**
 * A session is restored only for its own order. The key has the order's id, because the whole order would give access
 * to it.
 */
export function storageKey(place: Place): string {
  const { client, order, quoteCurrency = '', baseCurrency = '', name = '' } = place
  const orders = typeof order === 'string' ? [order.split('.')[1]] : []
  return ['leyden.ramp', client.baseUrl, quoteCurrency, baseCurrency, name, ...orders].join('|')
}

/** Whether an earlier page load has stored a session. */
export function hasStoredSession(place: Place): boolean {
  return readJson(place.remember ?? 'browser', storageKey(place)) !== undefined
}
