import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { type FieldsOf, Mode, Network } from '../http/schema.js'

export const PayMetadata = v.pipe(
  v.looseObject({
    minSendable: v.pipe(v.number(), v.description('Millisatoshis.')),
    maxSendable: v.pipe(v.number(), v.description('Millisatoshis.')),
    commentAllowed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    tag: v.string(),
    metadata: v.pipe(v.string(), v.description('A JSON array of `[mime type, content]` pairs.')),
    callback: v.string(),
    payerData: v.optional(v.record(v.string(), v.object({ mandatory: v.boolean() }))),
    disposable: v.optional(v.boolean()),
  } satisfies FieldsOf<wire.PayMetadata>),
  v.description('The data that the address advertises (LUD-06); other fields are passed on unchanged.'),
)

/** Reply to `GET /v0/ln-address/validate/{address}`. */
export const AddressValidation = v.variant('valid', [
  v.looseObject({
    valid: v.literal(true),
    metadata: PayMetadata,
    mode: Mode,
    network: Network,
    takes_payer_data: v.optional(v.pipe(v.literal(true), v.description('A charge may carry `payer_data`.'))),
  } satisfies FieldsOf<Extract<wire.AddressValidation, { valid: true }>>),
  v.looseObject({
    valid: v.literal(false),
    reason: v.pipe(
      v.picklist(['not_lightning_address', 'no_such_user', 'malformed', 'not_in_sandbox']),
      v.description('Why nobody can be paid at this address.'),
    ),
    mode: Mode,
    network: Network,
  } satisfies FieldsOf<Extract<wire.AddressValidation, { valid: false }>>),
])
