import type { Client } from '@leyden/core'
import type { ShownCharge } from '@leyden/react/flows'
import { ledgerOf } from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'
import { paidEnding, unseenEnding } from './pay-ending.js'

/** Charges that are followed without a widget, by payment hash. */
const followed = new Map<string, () => void>()

/** A widget shows this charge's end itself: nobody else has to tell it again. */
export function stopFollowing(chargeId: string): void {
  followed.get(chargeId)?.()
}

/** Tells how charges end whose widget is gone: when one is paid, or when nobody looks for any of them any more. */
export function followCharges(
  client: Client,
  charges: readonly ShownCharge[],
  { signal, onEnding }: { signal: AbortSignal; onEnding: (ending: Ending) => void },
): void {
  const ledger = ledgerOf(client)
  const open = new Set(charges.filter(({ hasEnded }) => !hasEnded).map(({ charge }) => charge.id))
  const [newest] = charges
  if (!newest || open.size === 0) return
  const stop = () => {
    for (const id of open) if (followed.get(id) === stop) followed.delete(id)
    unsubscribe()
  }
  const unsubscribes = [
    ledger.onPayment((payment) => {
      if (!open.has(payment.charge.id)) return
      stop()
      onEnding(paidEnding(payment))
    }),
    ledger.onEnd(({ charge }) => {
      if (!open.delete(charge.id) || open.size > 0) return
      stop()
      onEnding(unseenEnding(newest.charge))
    }),
  ]
  const unsubscribe = () => {
    for (const step of unsubscribes) step()
  }
  for (const id of open) {
    followed.get(id)?.()
    followed.set(id, stop)
  }
  signal.addEventListener('abort', stop, { once: true })
}
