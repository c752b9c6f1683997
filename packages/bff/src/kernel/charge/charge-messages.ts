import type * as wire from '@leyden/core'
import { PAYER_DATA_KINDS } from '@leyden/lightning'
import * as v from 'valibot'
import type { Complete } from '../http/reply.js'
import { Detection, described, LightningAddress, Msat, requestObject, text } from '../http/schema.js'
import type { DetectsPayments } from '../settlement/detected-recipients.js'
import type { ChargeSubject } from '../store/subject.js'
import type { WatchUrl } from '../watch/watch-url.js'

/** An optional text; an empty one counts as absent. */
const optionalText = (maxCharacters: number) =>
  v.optional(
    v.pipe(
      text(maxCharacters),
      v.transform((value) => value || undefined),
    ),
  )

/** The terms of a charge, from a page or a signed intent. */
export const TERMS = {
  lnaddress: LightningAddress,
  amount: Msat,
  description: optionalText(639),
}

const ONE_LINE = 'must be a text of one line, at most 254 characters'
const oneLine = v.optional(
  v.pipe(
    v.string(ONE_LINE),
    v.maxLength(254, ONE_LINE),
    v.check((value) => !/\p{Cc}/u.test(value), ONE_LINE),
    v.trim(),
  ),
)

export const PayerData = described(
  requestObject(
    v.entriesFromList(PAYER_DATA_KINDS, oneLine),
    `is not supported: payer_data may contain ${PAYER_DATA_KINDS.join(', ')}`,
  ),
  'The data that the person agreed to share (LUD-18). Allowed only if the BFF pays addresses directly.',
)

const BY_TERMS = {
  ...TERMS,
  reference: described(
    optionalText(255),
    'Your own reference. A page can send any text, so trust a reference only if an intent fixes it.',
  ),
  payer_data: v.optional(PayerData),
} satisfies Record<keyof wire.ChargeTermsRequest, v.GenericSchema>
export const ChargeByTerms = requestObject(BY_TERMS)

const BY_INTENT = {
  intent: described(
    v.string('was not signed by this shop'),
    'The terms of the charge, which your server signed.',
  ),
  payer_data: v.optional(PayerData),
} satisfies Record<keyof wire.IntentChargeRequest, v.GenericSchema>
export const ChargeByIntent = requestObject(
  BY_INTENT,
  'must not be sent with an intent, which fixes the terms',
)

/** The reply to a page with a charge. */
export type ChargeReply = Complete<wire.Charge>

export function chargeReply(
  { watchUrl, detectsPayments }: { watchUrl: WatchUrl; detectsPayments: DetectsPayments },
  charge: ChargeSubject,
): ChargeReply {
  const { lnaddress, amountMsat, invoice, verifyUrl, watchUntil, checked, mode, network, further } = charge
  const detects = { preimage: true, verify: verifyUrl !== undefined, app: detectsPayments(lnaddress) }
  return {
    ...further?.charge,
    lnaddress,
    amount: amountMsat,
    invoice: { ...further?.invoice, uri: `lightning:${invoice}`, request: invoice },
    watch_url: watchUrl(charge),
    watch_until: watchUntil,
    detects: Detection.options.filter((way) => detects[way]),
    checked: [...checked],
    mode,
    network,
  }
}
