import type * as wire from '@leyden/core'
import * as v from 'valibot'
import {
  Detection,
  described,
  type FieldsOf,
  Hash,
  optional,
  RampField,
  Time,
} from '../kernel/http/schema.js'
import { RampDetails } from '../kernel/ramp/ramp-details.js'
import { ServerTime } from './envelope.js'
import { RampStatus } from './ramp-replies.js'

type Note<Tag extends wire.SuccessNote['tag']> = FieldsOf<Extract<wire.SuccessNote, { tag: Tag }>>

const tag = <const Tag extends wire.SuccessNote['tag']>(name: Tag) =>
  described(v.literal(name), 'The kind of message: `message`, `url` or `secret`.')
const description = described(v.string(), 'The description of the link or secret.')

export const SuccessNote = described(
  v.variant('tag', [
    v.strictObject({
      tag: tag('message'),
      message: described(v.string(), 'A text of at most 144 characters.'),
    } satisfies Note<'message'>),
    v.strictObject({
      tag: tag('url'),
      description,
      url: described(v.string(), 'A link: `https:`, or `http:` of an onion name.'),
      foreign: described(
        v.boolean(),
        'Whether the host of the link differs from the host that received the payment.',
      ),
    } satisfies Note<'url'>),
    v.strictObject({
      tag: tag('secret'),
      description,
      text: described(v.string(), 'The decrypted text.'),
    } satisfies Note<'secret'>),
  ]),
  'The recipient’s message to the payer after a payment (LUD-09, LUD-10). Show it only as text.',
)

const kind = <const Kind extends wire.WatchState['kind']>(name: Kind) =>
  described(v.literal(name), '`charge` for the state of a charge, `ramp` for the state of a ramp session.')
const at = described(Time, 'When the BFF received this state.')

export const ChargeState = described(
  v.strictObject({
    kind: kind('charge'),
    status: described(
      v.picklist(['open', 'paid', 'expired']),
      '`open`, `paid` or `expired`. `paid` is final.',
    ),
    evidence: v.optional(
      described(Detection, 'The evidence of the payment: one of the values of `detects`.'),
    ),
    preimage: v.optional(described(Hash, 'The proof of the payment: 32 bytes in hex.')),
    success: v.optional(SuccessNote),
    at,
    paid_at: v.optional(described(Time, 'When the payment happened, if the BFF knows.')),
    server_time: v.optional(ServerTime),
  } satisfies FieldsOf<wire.ChargeState>),
  'The state of a charge, as its watch reports it.',
)

export const RampState = v.strictObject({
  kind: kind('ramp'),
  status: described(
    RampStatus,
    'The most advanced status that the events of the session report, or `needs_review` if an event contradicts the session or another event.',
  ),
  livemode: v.optional(
    described(v.boolean(), 'Whether real money moved. False for a purchase in a sandbox.'),
  ),
  details: v.optional(RampDetails),
  suspect: optional(
    v.array(RampField),
    'Why the status is `needs_review`: the fields in which an event contradicts the session. Absent if two events contradict each other.',
  ),
  differs: optional(
    v.array(RampField),
    'The fields in which the event of this state differs from the request, without a consequence.',
  ),
  duplicate_of: optional(
    v.string(),
    'The `session_id` of the session that completed the order, or one with the same reference, before this one. The same was bought twice.',
  ),
  at,
  reviewed_at: v.optional(
    described(
      Time,
      'When the shop last released an event of this session that was held for review. A state with a later time here replaces every earlier state, even `needs_review`.',
    ),
  ),
  server_time: v.optional(ServerTime),
} satisfies FieldsOf<wire.RampState>)

/** Reply to `GET /v0/watch/{token}`, and `data` of each event of its stream. */
export const WatchState = v.variant('kind', [
  ChargeState,
  RampState,
]) satisfies v.GenericSchema<wire.WatchState>
