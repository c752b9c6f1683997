import type * as wire from '@leyden/core'
import * as v from 'valibot'
import {
  Detection,
  LightningAddress,
  Mode,
  Msat,
  Network,
  requestObject,
  Time,
  text,
} from '../http/schema.js'

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

/** The kinds of payer data that a form can ask for; the other kinds of LUD-18 need a wallet. */
export const PayerData = v.pipe(
  requestObject(
    { name: oneLine, identifier: oneLine, email: oneLine },
    'is not supported: payer_data may contain name, identifier and email',
  ),
  v.description('The data that the person agreed to share (LUD-18), if addresses are paid directly.'),
)

export const ChargeByTerms = requestObject({
  ...TERMS,
  reference: optionalText(255),
  payer_data: v.optional(PayerData),
})
export const ChargeByIntent = requestObject(
  { intent: v.string('was not signed by this shop'), payer_data: v.optional(PayerData) },
  'must not be sent with an intent, which fixes the terms',
)

/** Body of `POST /v0/ln-address/fetch-charge`. */
export const ChargeRequest = v.pipe(
  v.union([ChargeByTerms, ChargeByIntent]),
  v.description('Either the terms, or an intent that a server of the shop signed.'),
)

export const CHARGE = {
  lnaddress: LightningAddress,
  amount: Msat,
  invoice: v.looseObject({
    uri: v.pipe(v.string(), v.regex(/^lightning:ln/)),
    request: v.pipe(v.string(), v.regex(/^ln/), v.description('BOLT 11.')),
  }),
  watch_url: v.pipe(v.string(), v.description('Relative to the base of this document.')),
  watch_until: Time,
  detects: v.array(Detection),
  mode: Mode,
  network: Network,
}

/** Reply to `POST /v0/ln-address/fetch-charge`. */
export const Charge = v.looseObject(CHARGE) satisfies v.GenericSchema<wire.Charge>
