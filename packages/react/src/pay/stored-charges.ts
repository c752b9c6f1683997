import { createListeners, tryOrUndefined } from '@leyden/core/internal'

/** The key of the charges of one BFF in `sessionStorage`. */
export const chargesKey = (baseUrl: string) => `leyden:charges:${baseUrl}`

/** The beginning of the keys of open charges in `localStorage`. */
export const OPEN_CHARGE_PREFIX = 'leyden:open-charge:'

/** The beginning of the keys of receipts in `localStorage`. */
export const RECEIPT_PREFIX = 'leyden:receipt:'

/** Whether an entry of `localStorage` is an open charge or a receipt. */
export const isDeviceKey = (key: string): boolean =>
  key.startsWith(OPEN_CHARGE_PREFIX) || key.startsWith(RECEIPT_PREFIX)

const { subscribe, notify } = createListeners<[baseUrl: string]>()

/** Called when a charge of this page is stored. @returns a function that unsubscribes */
export const onChargeStored = subscribe

/** Tells the widgets that have no engine yet that there is a charge now, whose payment one of them may have to show. */
export const noteStoredCharge = notify

/**
 * Whether this tab or another one has stored charges that a widget may have to show.
 *
 * @param hasReceipts whether the widget shows the receipts of other tabs too
 */
export function hasStoredCharges(baseUrl: string, hasReceipts: boolean): boolean {
  const isOfTab = tryOrUndefined(() => sessionStorage.getItem(chargesKey(baseUrl)) !== null)
  const isOfDevice = tryOrUndefined(() =>
    Object.keys(localStorage).some((key) =>
      hasReceipts ? isDeviceKey(key) : key.startsWith(OPEN_CHARGE_PREFIX),
    ),
  )
  return isOfTab === true || isOfDevice === true
}
