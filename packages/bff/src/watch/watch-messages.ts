import type * as wire from '@leyden/core'
import * as v from 'valibot'
import {
  AnyCaseHash,
  Detection,
  described,
  type FieldsOf,
  Hash,
  requestObject,
  ServerTime,
  Time,
} from '../http/schema.js'

type Note<Tag extends wire.SuccessNote['tag']> = FieldsOf<Extract<wire.SuccessNote, { tag: Tag }>>

const tag = <const Tag extends wire.SuccessNote['tag']>(name: Tag) =>
  described(v.literal(name), 'The kind of message: a `message`, a `url` or a `secret`.')
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
        'Whether the link’s host differs from the one that received the payment.',
      ),
    } satisfies Note<'url'>),
    v.strictObject({
      tag: tag('secret'),
      description,
      text: described(v.string(), 'The decrypted text.'),
    } satisfies Note<'secret'>),
  ]),
  'The recipient’s words after a payment (LUD-09, LUD-10): to be shown as text.',
)

const kind = <const Kind extends wire.WatchState['kind']>(name: Kind) =>
  described(v.literal(name), 'The kind of state: of a `charge`, or of a `ramp` session.')
const at = described(Time, 'When the BFF learnt of this state.')

export const ChargeState = described(
  v.strictObject({
    kind: kind('charge'),
    status: described(
      v.picklist(['open', 'paid', 'expired']),
      '`open`, `paid` or `expired`; `paid` is final.',
    ),
    evidence: v.optional(described(Detection, 'The evidence of the payment, one of `detects`.')),
    preimage: v.optional(described(Hash, 'The proof of the payment: 32 bytes in hex.')),
    success: v.optional(SuccessNote),
    at,
    paid_at: v.optional(described(Time, 'When the payment happened, if known.')),
    server_time: v.optional(ServerTime),
  } satisfies FieldsOf<wire.ChargeState>),
  'The state of a charge, as its watch reports it.',
)

const text = (what: string) => v.optional(described(v.string(), what))

export const RAMP_DETAILS = {
  amount: text('The bought amount, in decimal digits.'),
  currency: text('The currency of `amount`, such as `BTC`.'),
  paid_amount: text('The price that was paid, in decimal digits.'),
  paid_currency: text('The currency of `paid_amount`, such as `USD`.'),
  payment_hash: text('The payment hash of the payment that delivered the bitcoin.'),
  destination: text('Where the bitcoin went.'),
  reference_id: text('Your own reference.'),
} satisfies FieldsOf<wire.RampDetails>

export const RampDetails: v.GenericSchema<wire.RampDetails> = described(
  v.strictObject(RAMP_DETAILS),
  'The facts of the purchase in its events.',
)

export const RampState = v.strictObject({
  kind: kind('ramp'),
  status: described(
    v.picklist([
      'created',
      'open',
      'processing',
      'completed',
      'failed',
      'cancelled',
      'expired',
      'needs_review',
    ]),
    'The most advanced status in the events; `needs_review` if they contradict each other.',
  ),
  livemode: v.optional(described(v.boolean(), 'False for sandbox purchases.')),
  details: v.optional(RampDetails),
  at,
  reviewed_at: v.optional(
    described(
      Time,
      'When the shop last released an event of this session. A state with a later review replaces every earlier one, even `needs_review`.',
    ),
  ),
  server_time: v.optional(ServerTime),
} satisfies FieldsOf<wire.RampState>)

/** Reply to `GET /v0/watch/{token}`, and `data` of each event of its stream. */
export const WatchState = v.variant('kind', [
  ChargeState,
  RampState,
]) satisfies v.GenericSchema<wire.WatchState>

/** Body of `POST /v0/watch/{token}/proof`. */
export const Proof = requestObject({ preimage: AnyCaseHash })
