import type * as wire from '@leyden/core'
import { ADDRESS_FAULTS, ADDRESS_REASONS } from '@leyden/core/internal'
import * as v from 'valibot'
import {
  Detection,
  described,
  type FieldsOf,
  Hash,
  LightningAddress,
  Mode,
  Msat,
  Network,
  optional,
  Time,
  text,
} from '../kernel/http/schema.js'
import { ChargeState } from './states.js'

export const PayMetadata = described(
  v.looseObject({
    minSendable: described(v.number(), 'The smallest amount, in millisatoshis.'),
    maxSendable: described(v.number(), 'The largest amount, in millisatoshis.'),
    commentAllowed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    tag: v.string(),
    metadata: described(v.string(), 'A JSON array of `[mime type, content]` pairs.'),
    callback: v.optional(v.string()),
    payerData: v.optional(v.record(v.string(), v.object({ mandatory: v.boolean() }))),
    disposable: v.optional(v.boolean()),
  } satisfies FieldsOf<wire.PayMetadata>),
  'The data that the address advertises (LUD-06). The BFF passes on other fields unchanged.',
)

/** Reply to `GET /v0/ln-address/validate/{address}`. */
export const AddressValidation = v.variant('valid', [
  v.looseObject({
    valid: v.literal(true),
    metadata: PayMetadata,
    mode: Mode,
    network: Network,
    takes_payer_data: optional(v.literal(true), 'True if the request for a charge may contain `payer_data`.'),
  } satisfies FieldsOf<Extract<wire.AddressValidation, { valid: true }>>),
  v.looseObject({
    valid: v.literal(false),
    reason: described(v.picklist(ADDRESS_REASONS), 'Why this address cannot be paid.'),
    detail: optional(
      v.picklist(ADDRESS_FAULTS),
      "What is wrong with the reply of the recipient's server, beside `not_usable`.",
    ),
    payer_data: optional(
      v.array(v.string()),
      'The kinds of payer data that the address demands (LUD-18), beside `payer_data_required`.',
    ),
    provider_message: optional(
      v.string(),
      "The recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only.",
    ),
    provider_host: optional(v.string(), 'The host that sent the faulty reply, and said `provider_message`.'),
    mode: Mode,
    network: Network,
  } satisfies FieldsOf<wire.AddressRefusal>),
])

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

export const IntentCharge = described(
  v.looseObject({
    ...CHARGE,
    created_at: described(Time, 'When the charge was created.'),
    state: ChargeState,
  } satisfies FieldsOf<wire.IntentCharge>),
  'The charge that paid this order, with its recipient and amount. Before that the newest charge with them, unless the shop has signed others since.',
)

const ArrivedPayment = v.strictObject({
  id: described(Hash, 'The payment hash of its charge.'),
  amount: Msat,
  at: described(Time, 'When the BFF detected the payment.'),
} satisfies FieldsOf<wire.ArrivedPayment>)

/** Reply to `POST /v0/intent`. */
export const IntentReading = v.strictObject({
  lnaddress: LightningAddress,
  amount: Msat,
  description: optional(text(639), 'A note for the recipient.'),
  reference: described(
    text(255),
    'The shop’s reference, such as an order number. Only the recipient and amount that the shop signed last for it can be charged.',
  ),
  expires_at: described(Time, 'When the intent expires. After that no charge can be created from it.'),
  charge: v.optional(IntentCharge),
  arrived: optional(
    v.array(ArrivedPayment),
    'The payments of this reference that do not pay this order, oldest first: they have another recipient or amount, or the shop had signed others when they arrived.',
  ),
  superseded: optional(
    v.literal(true),
    'The shop has signed another recipient or amount for the reference since, and the order is not paid. No charge can be created from this intent.',
  ),
  mode: Mode,
  network: Network,
} satisfies FieldsOf<wire.IntentReading>)
