import type * as v from 'valibot'
import type { LearnsOf } from '../settlement/detected-recipients.js'
import type { ChargeSubject } from '../store/subject.js'
import type { WatchUrl } from '../watch/watch-url.js'
import type { Charge } from './charge-messages.js'

/** The reply to a page with a charge. */
export type ChargeReply = (charge: ChargeSubject) => v.InferInput<typeof Charge>

export function createChargeReply(watchUrl: WatchUrl, learnsOf: LearnsOf): ChargeReply {
  return (charge) => {
    const { lnaddress, amountMsat, invoice, verifyUrl, watchUntil, mode, network, further } = charge
    const detects = { preimage: true, verify: verifyUrl !== undefined, app: learnsOf(lnaddress) }
    return {
      ...further?.charge,
      lnaddress,
      amount: amountMsat,
      invoice: { ...further?.invoice, uri: `lightning:${invoice}`, request: invoice },
      watch_url: watchUrl(charge),
      watch_until: watchUntil,
      detects: (['preimage', 'verify', 'app'] as const).filter((way) => detects[way]),
      mode,
      network,
    }
  }
}
