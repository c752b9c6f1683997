import type { Charge, Detection } from '@leyden/core'
import type { Context } from '../context.js'
import type { ChargeSubject } from '../store/subject.js'
import { watchUrl } from '../watch/watch-url.js'

/** A charge as a page gets it. */
export function chargeReply(context: Context, charge: ChargeSubject): Charge {
  const detects: Detection[] = [
    'preimage',
    ...(charge.verifyUrl === undefined ? [] : ['verify' as const]),
    ...(context.hearsOf(charge.lnaddress) ? ['app' as const] : []),
  ]
  return {
    lnaddress: charge.lnaddress,
    amount: charge.amountMsat,
    invoice: { uri: `lightning:${charge.invoice}`, request: charge.invoice },
    watch_url: watchUrl(context, charge),
    watch_until: charge.watchUntil,
    detects,
    mode: charge.mode,
    network: charge.network,
  }
}
