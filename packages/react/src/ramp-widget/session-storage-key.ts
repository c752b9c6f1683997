import type { Client } from '@leyden/core'
import { readJson } from '../widget/json-storage.js'
import type { RampOptions } from './ramp-options.js'

type Place = Pick<RampOptions, 'remember' | 'quoteCurrency' | 'baseCurrency' | 'name'> & { client: Client }

/** Where the sessions of one widget are kept; null where they are not. @throws where storage is forbidden. */
export function storageOf({ remember = 'browser' }: Place): Storage | null {
  if (remember === 'never') return null
  return remember === 'tab' ? sessionStorage : localStorage
}

export function storageKey({ client, quoteCurrency = '', baseCurrency = '', name = '' }: Place): string {
  return ['leyden.ramp', client.baseUrl, quoteCurrency, baseCurrency, name].join('|')
}

/** Whether an earlier page load has stored a session. */
export function hasStoredSession(place: Place): boolean {
  return readJson(() => storageOf(place), storageKey(place)) !== undefined
}
