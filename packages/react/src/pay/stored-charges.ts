import { createListeners } from '@leyden/core/internal'
import { readJson, storedKeys } from '../foundation/page/json-storage.js'

/** The key of the charges of one BFF in `sessionStorage`. */
export const chargesKey = (baseUrl: string) => `leyden:charges:${baseUrl}`

/** The beginning of the keys of open charges in `localStorage`. */
export const OPEN_CHARGE_PREFIX = 'leyden:open-charge:'

const { subscribe, notify } = createListeners<[baseUrl: string]>()

/** Called while this page has a charge. @returns a function that unsubscribes */
export const onChargeOfPage = subscribe

/** Tells the widgets that have no engine yet that there is a charge now, whose payment one of them may have to show. */
export const noteChargeOfPage = notify

/** Whether this tab or another one has stored charges that a widget may have to show. */
export function hasStoredCharges(baseUrl: string): boolean {
  const isOfTab = readJson('tab', chargesKey(baseUrl)) !== undefined
  return isOfTab || storedKeys('browser', OPEN_CHARGE_PREFIX).length > 0
}
