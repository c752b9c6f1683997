import type { Client } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { isDetectable, type LedgerPayment, ledgerOf, type ShownCharge } from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'

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

/** Charges that are watched without a widget, by payment hash. */
const followed = new Map<string, () => void>()

/** A widget shows the end of this charge, so it must not be reported twice. */
export function stopFollowing(chargeId: string): void {
  followed.get(chargeId)?.()
}

/**
 * Follows charges of a removed widget: resolves when one of them is paid, or when none of them is watched any more.
 * Undefined if none is open.
 */
export function followCharges(client: Client, charges: readonly ShownCharge[]): Promise<Ending> | undefined {
  const ledger = ledgerOf(client)
  const open = new Set(charges.filter(({ hasEnded }) => !hasEnded).map(({ charge }) => charge.id))
  if (open.size === 0) return undefined
  return new Promise((resolve) => {
    const stop = () => {
      for (const id of open) if (followed.get(id) === stop) followed.delete(id)
      unsubscribe()
    }
    const unsubscribe = callAll([
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
    for (const id of open) {
      followed.get(id)?.()
      followed.set(id, stop)
    }
  })
}
