import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { AnyCaseHash, Detection, Hash, requestObject, ServerTime, Time } from '../http/schema.js'

export const SuccessNote = v.pipe(
  v.variant('tag', [
    v.strictObject({ tag: v.literal('message'), message: v.string() }),
    v.strictObject({
      tag: v.literal('url'),
      description: v.string(),
      url: v.string(),
      foreign: v.pipe(
        v.boolean(),
        v.description('Whether the link’s host differs from the one that received the payment.'),
      ),
    }),
    v.strictObject({ tag: v.literal('secret'), description: v.string(), text: v.string() }),
  ]),
  v.description('The recipient’s message (LUD-09, LUD-10). Show it as text only.'),
) satisfies v.GenericSchema<wire.SuccessNote>

export const ChargeState = v.strictObject({
  kind: v.literal('charge'),
  status: v.picklist(['open', 'paid', 'expired']),
  evidence: v.optional(Detection),
  preimage: v.optional(Hash),
  success: v.optional(SuccessNote),
  at: Time,
  paid_at: v.optional(v.pipe(Time, v.description('When the payment happened, if known.'))),
  server_time: v.optional(ServerTime),
}) satisfies v.GenericSchema<wire.ChargeState>

export const RampDetails = v.strictObject({
  amount: v.optional(v.pipe(v.string(), v.description('The bought amount, in decimal digits.'))),
  currency: v.optional(v.pipe(v.string(), v.description('Of `amount`.'))),
  paid_amount: v.optional(v.pipe(v.string(), v.description('The price that was paid, in decimal digits.'))),
  paid_currency: v.optional(v.pipe(v.string(), v.description('Of `paid_amount`.'))),
  payment_hash: v.optional(
    v.pipe(v.string(), v.description('The payment hash of the payment that delivered the bitcoin.')),
  ),
  destination: v.optional(v.string()),
  reference_id: v.optional(v.string()),
}) satisfies v.GenericSchema<wire.RampDetails>

const RampState = v.strictObject({
  kind: v.literal('ramp'),
  status: v.picklist([
    'created',
    'open',
    'processing',
    'completed',
    'failed',
    'cancelled',
    'expired',
    'needs_review',
  ]),
  livemode: v.optional(v.boolean()),
  details: v.optional(RampDetails),
  at: Time,
  reviewed_at: v.optional(
    v.pipe(
      Time,
      v.description(
        'When the shop last released an event of this session. A state with a later review replaces every earlier one, even `needs_review`.',
      ),
    ),
  ),
  server_time: v.optional(ServerTime),
}) satisfies v.GenericSchema<wire.RampState>

/** Reply to `GET /v0/watch/{token}`, and `data` of each event of its stream. */
export const WatchState = v.variant('kind', [
  ChargeState,
  RampState,
]) satisfies v.GenericSchema<wire.WatchState>

/** Body of `POST /v0/watch/{token}/proof`. */
export const Proof = requestObject({ preimage: AnyCaseHash })
