import type { Client } from '@leyden/core'
import type { RampOptions } from './ramp-options.js'

type Place = Pick<RampOptions, 'remember' | 'quoteCurrency' | 'baseCurrency' | 'name'> & { client: Client }

/** Where the sessions of one widget are kept. Storage may be absent or forbidden: then nothing is. */
export function storageOf({ remember = 'browser' }: Place): Storage | null {
  try {
    if (remember === 'never') return null
    return remember === 'tab' ? sessionStorage : localStorage
  } catch {
    return null
  }
}

export function storageKey({ client, quoteCurrency = '', baseCurrency = '', name = '' }: Place): string {
  return ['leyden.ramp', client.baseUrl, quoteCurrency, baseCurrency, name].join('|')
}

/** Whether an earlier page life left a session behind. */
export function hasStoredSession(place: Place): boolean {
  try {
    return storageOf(place)?.getItem(storageKey(place)) != null
  } catch {
    return false
  }
}
