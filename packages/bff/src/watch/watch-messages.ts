import type * as wire from '@leyden/core'
import * as v from 'valibot'
import {
  AnyCaseHash,
  Detection,
  type FieldsOf,
  Hash,
  requestObject,
  ServerTime,
  Time,
} from '../http/schema.js'

type Note<Tag extends wire.SuccessNote['tag']> = FieldsOf<Extract<wire.SuccessNote, { tag: Tag }>>

const tag = <const Tag extends wire.SuccessNote['tag']>(name: Tag) =>
  v.pipe(v.literal(name), v.description('The kind of message: a `message`, a `url` or a `secret`.'))
const description = v.pipe(v.string(), v.description('The description of the link or secret.'))

export const SuccessNote = v.pipe(
  v.variant('tag', [
    v.strictObject({
      tag: tag('message'),
      message: v.pipe(v.string(), v.description('A text of at most 144 characters.')),
    } satisfies Note<'message'>),
    v.strictObject({
      tag: tag('url'),
      description,
      url: v.pipe(v.string(), v.description('A link: `https:`, or `http:` of an onion name.')),
      foreign: v.pipe(
        v.boolean(),
        v.description('Whether the link’s host differs from the one that received the payment.'),
      ),
    } satisfies Note<'url'>),
    v.strictObject({
      tag: tag('secret'),
      description,
      text: v.pipe(v.string(), v.description('The decrypted text.')),
    } satisfies Note<'secret'>),
  ]),
  v.description('The recipient’s words after a payment (LUD-09, LUD-10): to be shown as text.'),
)

const kind = <const Kind extends wire.WatchState['kind']>(name: Kind) =>
  v.pipe(v.literal(name), v.description('The kind of state: of a `charge`, or of a `ramp` session.'))
const at = v.pipe(Time, v.description('When the BFF learnt of this state.'))

export const ChargeState = v.pipe(
  v.strictObject({
    kind: kind('charge'),
    status: v.pipe(
      v.picklist(['open', 'paid', 'expired']),
      v.description('`open`, `paid` or `expired`; `paid` is final.'),
    ),
    evidence: v.optional(v.pipe(Detection, v.description('The evidence of the payment, one of `detects`.'))),
    preimage: v.optional(v.pipe(Hash, v.description('The proof of the payment: 32 bytes in hex.'))),
    success: v.optional(SuccessNote),
    at,
    paid_at: v.optional(v.pipe(Time, v.description('When the payment happened, if known.'))),
    server_time: v.optional(ServerTime),
  } satisfies FieldsOf<wire.ChargeState>),
  v.description('The state of a charge, as its watch reports it.'),
)

const text = (what: string) => v.optional(v.pipe(v.string(), v.description(what)))

export const RampDetails: v.GenericSchema<wire.RampDetails> = v.pipe(
  v.strictObject({
    amount: text('The bought amount, in decimal digits.'),
    currency: text('The currency of `amount`, such as `BTC`.'),
    paid_amount: text('The price that was paid, in decimal digits.'),
    paid_currency: text('The currency of `paid_amount`, such as `USD`.'),
    payment_hash: text('The payment hash of the payment that delivered the bitcoin.'),
    destination: text('Where the bitcoin went.'),
    reference_id: text('Your own reference.'),
  } satisfies FieldsOf<wire.RampDetails>),
  v.description('The facts of the purchase in its events.'),
)

export const RampState = v.strictObject({
  kind: kind('ramp'),
  status: v.pipe(
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
    v.description('The most advanced status in the events; `needs_review` if they contradict each other.'),
  ),
  livemode: v.optional(v.pipe(v.boolean(), v.description('False for sandbox purchases.'))),
  details: v.optional(RampDetails),
  at,
  reviewed_at: v.optional(
    v.pipe(
      Time,
      v.description(
        'When the shop last released an event of this session. A state with a later review replaces every earlier one, even `needs_review`.',
      ),
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
