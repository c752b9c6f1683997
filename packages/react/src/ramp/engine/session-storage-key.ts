import type { Client } from '@leyden/core'
import { readJson } from '../../foundation/page/json-storage.js'
import type { RampOptions } from '../ramp-options.js'

/** The values that distinguish the sessions of one widget from those of others. */
export type Place = Pick<RampOptions, 'remember' | 'order' | 'quoteCurrency' | 'baseCurrency' | 'name'> & {
  client: Client
}

/**
 * The storage and key of a widget's sessions; null if they are not stored. @throws DOMException if storage is forbidden
 */
export function storageOf({ remember = 'browser' }: Place): Storage | null {
  if (remember === 'never') return null
  return remember === 'tab' ? sessionStorage : localStorage
}

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
  return readJson(() => storageOf(place), storageKey(place)) !== undefined
}
