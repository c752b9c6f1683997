import type { Client } from '@leyden/core'
import { callAll, createListeners } from '@leyden/core/internal'
import { type PayOutcome, paidOutcome } from '@leyden/react/options'
import { isOver, paymentPart, type ShownCharge, unpaidStatus } from '@leyden/react/removed-widget'

const shownAgain = createListeners<[chargeId: string]>()

/** A widget shows the end of this charge, so it must not be reported twice. */
export const stopFollowing = shownAgain.notify

/**
 * Follows charges of a removed widget: resolves when one of them is paid, or when none of them is watched any more.
 * Undefined if none is open.
 */
export function followCharges(
  client: Client,
  charges: readonly ShownCharge[],
): Promise<PayOutcome> | undefined {
  const ledger = paymentPart.current()?.ledgerOf(client)
  const open = new Set(charges.filter((shown) => !isOver(shown)).map(({ charge }) => charge.id))
  if (!ledger || open.size === 0) return undefined
  for (const id of open) stopFollowing(id)
  return new Promise((resolve) => {
    const stop = callAll([
      shownAgain.subscribe((id) => {
        if (open.has(id)) stop()
      }),
      ledger.onPayment((payment) => {
        if (!open.has(payment.charge.id)) return
        stop()
        resolve(paidOutcome(payment))
      }),
      ledger.onEnd((shown) => {
        if (!open.delete(shown.charge.id) || open.size > 0) return
        stop()
        resolve({ status: unpaidStatus(shown) })
      }),
    ])
  })
}
