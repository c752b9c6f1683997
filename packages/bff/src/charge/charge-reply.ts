import type * as wire from '@leyden/core'
import * as v from 'valibot'
import {
  Detection,
  described,
  type FieldsOf,
  LightningAddress,
  Mode,
  Msat,
  Network,
  Time,
} from '../http/schema.js'
import type { Services } from '../services.js'
import type { ChargeSubject } from '../store/subject.js'

export const CHARGE = {
  lnaddress: LightningAddress,
  amount: Msat,
  invoice: v.looseObject({
    uri: v.pipe(v.string(), v.regex(/^lightning:ln/)),
    request: described(v.pipe(v.string(), v.regex(/^ln/)), 'The BOLT 11 invoice.'),
  }),
  watch_url: described(v.string(), 'The URL of the charge’s state, relative to the public URL of the BFF.'),
  watch_until: described(
    Time,
    'When the BFF stops looking for a payment: the expiry of the invoice plus a grace period.',
  ),
  detects: described(
    v.array(Detection),
    'How the BFF can detect a payment: by its `preimage`, by LUD-21 (`verify`), or by a report of your server (`app`).',
  ),
  mode: Mode,
  network: Network,
} satisfies FieldsOf<wire.Charge>

/** Reply to `POST /v0/ln-address/fetch-charge`. */
export const Charge = v.looseObject(CHARGE)

/** The reply to a page with a charge. */
export function chargeReply(
  { watchUrl, detectsPayments }: Services,
  charge: ChargeSubject,
): v.InferInput<typeof Charge> {
  const { lnaddress, amountMsat, invoice, verifyUrl, watchUntil, mode, network, further } = charge
  const detects = { preimage: true, verify: verifyUrl !== undefined, app: detectsPayments(lnaddress) }
  return {
    ...further?.charge,
    lnaddress,
    amount: amountMsat,
    invoice: { ...further?.invoice, uri: `lightning:${invoice}`, request: invoice },
    watch_url: watchUrl(charge),
    watch_until: watchUntil,
    detects: Detection.options.filter((way) => detects[way]),
    mode,
    network,
  }
}
