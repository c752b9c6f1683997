import type { Client } from '@leyden/core'
import { callAll, createListeners } from '@leyden/core/internal'
import { isDetectable, type LedgerPayment, ledgerOf, type ShownCharge } from '@leyden/react/flows'
import type { Ending } from './outcome.js'

/** How a payment ends that the ledger reports. */
export function paidEnding({ charge, evidence, reference, duplicateOf }: LedgerPayment): Ending {
  return {
    status: 'paid',
    amountMsat: String(charge.amountMsat),
    lnaddress: charge.address,
    evidence,
    reference,
    duplicateOf,
  }
}

const shownAgain = createListeners<[chargeId: string]>()

/** A widget shows the end of this charge, so it must not be reported twice. */
export const stopFollowing = shownAgain.notify

/**
 * Follows charges of a removed widget: resolves when one of them is paid, or when none of them is watched any more.
 * Undefined if none is open.
 */
export function followCharges(client: Client, charges: readonly ShownCharge[]): Promise<Ending> | undefined {
  const ledger = ledgerOf(client)
  const open = new Set(charges.filter(({ isWatchOver }) => !isWatchOver).map(({ charge }) => charge.id))
  if (open.size === 0) return undefined
  for (const id of open) stopFollowing(id)
  return new Promise((resolve) => {
    const stop = callAll([
      shownAgain.subscribe((id) => {
        if (open.has(id)) stop()
      }),
      ledger.onPayment((payment) => {
        if (!open.has(payment.charge.id)) return
        stop()
        resolve(paidEnding(payment))
      }),
      ledger.onEnd(({ charge }) => {
        if (!open.delete(charge.id) || open.size > 0) return
        stop()
        resolve({ status: isDetectable(charge) ? 'expired' : 'unconfirmed' })
      }),
    ])
  })
}
