import type * as v from 'valibot'
import type { ChargeSubject } from '../store/subject.js'
import type { WatchUrl } from '../watch/watch-url.js'
import type { Charge } from './charge-messages.js'

/** A charge as a page gets it. */
export type ChargeReply = (charge: ChargeSubject) => v.InferInput<typeof Charge>

/** @param settles whether this server will call `settle` for payments that it learns of. */
export function createChargeReply(watchUrl: WatchUrl, settles: boolean): ChargeReply {
  return (charge) => {
    const { lnaddress, amountMsat, invoice, verifyUrl, watchUntil, mode, network } = charge
    const detects = { preimage: true, verify: verifyUrl !== undefined, app: settles }
    return {
      lnaddress,
      amount: amountMsat,
      invoice: { uri: `lightning:${invoice}`, request: invoice },
      watch_url: watchUrl(charge),
      watch_until: watchUntil,
      detects: (['preimage', 'verify', 'app'] as const).filter((way) => detects[way]),
      mode,
      network,
    }
  }
}
