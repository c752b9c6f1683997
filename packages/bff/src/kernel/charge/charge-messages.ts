import type * as wire from '@leyden/core'
import { PAYER_DATA_KINDS } from '@leyden/lightning'
import * as v from 'valibot'
import {
  Detection,
  described,
  type FieldsOf,
  LightningAddress,
  Mode,
  Msat,
  Network,
  requestObject,
  Time,
  text,
} from '../http/schema.js'
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

/** Body of `POST /v0/ln-address/fetch-charge`. */
export const ChargeRequest = described(
  v.union([ChargeByTerms, ChargeByIntent]),
  'Either the terms of the charge, or an intent that a server of the shop signed.',
)

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
  checked: described(
    v.array(v.picklist(['amount', 'description', 'source'])),
    'The checks that the invoice has passed. `amount`: it is for exactly the amount. `description`: its description hash is that of the metadata of the address, and this metadata names the address. `source`: the BFF itself got it from the domain of the address.',
  ),
  mode: Mode,
  network: Network,
} satisfies FieldsOf<wire.Charge>

/** Reply to `POST /v0/ln-address/fetch-charge`. */
export const Charge = v.looseObject(CHARGE)

/** The reply to a page with a charge. */
export type ChargeReply = v.InferInput<typeof Charge>

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
