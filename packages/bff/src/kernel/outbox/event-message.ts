import type * as wire from '@leyden/core/webhook'
import * as v from 'valibot'
import {
  Detection,
  described,
  Hash,
  LightningAddress,
  Mode,
  Msat,
  Network,
  optional,
  RampField,
  Time,
  unchecked,
} from '../http/schema.js'
import { RampDetails } from '../ramp/ramp-details.js'
import type { OrderPayment } from '../store/store.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'

/** The type of the event for a webhook that cannot be parsed, or whose session is unknown. */
export const UNUSABLE = 'webhook.unusable'

const Authenticity = v.picklist(['capability', 'signature'])

export const CHARGE = {
  /** The id of the charge, 64 hex digits. */
  payment_hash: Hash,
  /** The recipient, `<user>@<domain>`. */
  lnaddress: LightningAddress,
  /** Millisatoshis, decimal digits. */
  amount: Msat,
  /** The note to the recipient. */
  description: v.optional(v.string()),
  /** Your own reference. Trust it only if `intent` is true. */
  reference: v.optional(v.string()),
  /** Whether an intent of this shop fixed the terms. Deliver goods only if it did, and its `order` matches. */
  intent: described(
    v.boolean(),
    'Whether an intent of this shop fixed the terms. Deliver goods only if it did, and its `order` matches.',
  ),
  /** The id of the user who requested the charge, if `identify` returned one. */
  user_id: v.optional(v.string()),
  /** The network of the invoice. */
  network: Network,
  /** `live` moves real money. */
  mode: Mode,
}

export const SESSION = {
  /** The service's id of the session, `ses_…`. */
  session_id: v.string(),
  /** Your reference of the purchase, or one that the BFF generated. */
  reference_id: v.string(),
  /** The id of the signed-in user; absent for a guest. */
  user_id: v.optional(v.string()),
  /** Whether the buyer is a guest. */
  guest: v.boolean(),
  /** `live` moves real money. */
  mode: Mode,
}

export const PAID_ORDER = v.strictObject({
  /** The recipient. */
  lnaddress: LightningAddress,
  /** Millisatoshis, decimal digits. */
  amount: Msat,
  /**
   * Whether the charge has this recipient and this amount. If not, your server has signed the order again since the
   * invoice was created: deliver nothing, and refund the payment.
   */
  matches: described(
    v.boolean(),
    'Whether the charge has this recipient and this amount. Deliver goods only if it has, and is no duplicate.',
  ),
})

const message = <Type extends v.GenericSchema<string>, Data extends v.GenericSchema>(
  type: Type,
  data: Data,
) =>
  v.strictObject({
    /** The BFF's id of the event. Each delivery of the event has the same id. */
    id: described(v.string(), 'The BFF’s id of the event. Each delivery of the event has the same id.'),
    /** The type of the event. */
    type,
    /** ISO 8601: when the BFF received the event. */
    timestamp: described(Time, 'When the BFF received the event.'),
    /** The facts of the event. */
    data,
  })

export const ChargePaidEvent = message(
  v.literal('charge.paid'),
  v.strictObject({
    ...CHARGE,
    /** The source: a preimage that a page has sent, the recipient's provider (`verify`), or your server (`app`). */
    evidence: Detection,
    /** The preimage, 64 hex digits, if known. */
    preimage: v.optional(Hash),
    /** ISO 8601: when the payment happened, if known. */
    paid_at: v.optional(Time),
    /** Whether the payment happened after the invoice had expired; absent if the time of the payment is unknown. */
    late: optional(
      v.boolean(),
      'Whether the payment happened after the invoice had expired. Absent if unknown.',
    ),
    /**
     * What your server had signed last for the reference; absent for a charge without an intent. Decided when the
     * payment was stored, so it is the same in each delivery.
     */
    order: optional(
      PAID_ORDER,
      'The recipient and amount that your server had signed last for the reference when the payment was stored. Absent for a charge without an intent.',
    ),
    /**
     * The payment hash of an earlier payment of the same reference with the same recipient and amount: the same is paid
     * twice. Deliver nothing for this payment, and refund it. A payment that did not match makes no later one that
     * matches a duplicate.
     */
    duplicate_of: optional(
      Hash,
      'The payment hash of an earlier payment with the same reference, recipient and amount. Refund this later payment.',
    ),
  }),
)
/**
 * A charge is paid. Deliver goods only if the charge has an `intent`, the `order` matches, and there is no
 * `duplicate_of`: `if (data.intent && data.order?.matches && !data.duplicate_of)`.
 */
export type ChargePaidEvent = v.InferOutput<typeof ChargePaidEvent>

export const ChargeExpiredEvent = message(v.literal('charge.expired'), v.strictObject(CHARGE))
/** The watch of a charge has ended without a payment. A payment may still come. */
export type ChargeExpiredEvent = v.InferOutput<typeof ChargeExpiredEvent>

export const ServiceEvent = unchecked<wire.ServiceEvent>()

export const RampEvent = message(
  v.pipe(v.string(), v.regex(/^ramp\./)) as v.GenericSchema<`ramp.${string}`>,
  v.strictObject({
    ...SESSION,
    /** The service's own event, without user tokens: its `id`, `type`, `created_at`, `livemode` and `data`. */
    service: ServiceEvent,
    /**
     * The status that the event gives the session, for either envelope. Absent if it gives none, and while it is held
     * for review (`suspect`, `conflict`). Act on `meaning`, never on `type`.
     */
    meaning: v.optional(v.picklist(['processing', 'completed', 'failed', 'cancelled'])),
    /** Amounts and other details of `service.data`, under names that do not depend on the envelope. */
    details: RampDetails,
    /**
     * The fields in which the event contradicts its session or itself. It does not count until an operator has checked
     * and released it.
     */
    suspect: optional(
      v.array(RampField),
      'The fields in which the event contradicts its session or itself. It has no effect until an operator releases it.',
    ),
    /** The fields in which the event differs from what the BFF has sent, without a consequence. */
    differs: optional(
      v.array(RampField),
      'The fields in which the event differs from what the BFF has sent, without a consequence.',
    ),
    /**
     * The `session_id` of the session that completed the ramp order, or another one with the same reference, before:
     * the same was bought twice. Deliver nothing for this purchase, and refund it.
     */
    duplicate_of: optional(
      v.string(),
      'The `session_id` of the session that completed the ramp order, or one with the same reference, before this one. Deliver nothing for this purchase, and refund it.',
    ),
    /**
     * True if the event contradicts a purchase that is complete: it has failed later, or was refunded, reversed or
     * charged back. Check what you have delivered. The event may have been delivered before, without this mark.
     */
    after_completed: optional(
      v.literal(true),
      'The event contradicts a completed purchase, which has failed later, or was refunded, reversed or charged back. Check what you have delivered.',
    ),
    /** True if an operator has released the event, so that it counts. It may have been delivered before, without a `meaning`. */
    released: v.optional(v.literal(true)),
    /** The evidence of its sender: the session's secret URL, or a signature. */
    authenticity: Authenticity,
    /** Whether an earlier event has the same id and other content. An operator has to check both. */
    conflict: v.boolean(),
    /** The user tokens of the event. They are secrets, which the BFF deletes once the event is delivered. */
    user_tokens: described(v.looseObject({}), 'The user tokens of the event. They are secrets.'),
  }),
)
/**
 * A webhook of the ramp. Its `type` has one spelling for both envelopes, and is `ramp.other` for a kind that fits
 * neither. Act on `meaning` instead.
 */
export type RampEvent = v.InferOutput<typeof RampEvent>

export const WebhookUnusableEvent = message(
  v.literal(UNUSABLE),
  v.strictObject({
    ...v.partial(v.object(SESSION)).entries,
    /** Why the BFF cannot use the webhook. */
    reason: v.picklist(['bad_json', 'bad_shape', 'too_deep', 'no_kind', 'unknown_session']),
    /** The evidence of its sender: the session's secret URL, or a signature. */
    authenticity: Authenticity,
    /** The raw body, which may contain user tokens. The BFF deletes it once the event is delivered. */
    body: described(v.string(), 'The raw body, which may contain user tokens.'),
  }),
)
/** A webhook that cannot be parsed, or whose session this BFF does not know. It has no effect. */
export type WebhookUnusableEvent = v.InferOutput<typeof WebhookUnusableEvent>

export const BffEvent = v.union([ChargePaidEvent, ChargeExpiredEvent, RampEvent, WebhookUnusableEvent])
/**
 * The argument of `onEvent`, and the JSON that the program posts to `LEYDEN_EVENTS_URL`. `id` is the same however often
 * an event is delivered: store it in the transaction that acts on the event. An event that you did not act on because it
 * was `suspect` is delivered again with the same id when it is released.
 */
export type BffEvent = v.InferOutput<typeof BffEvent>

export function chargeFields(charge: ChargeSubject) {
  const { id, lnaddress, amountMsat, description, reference, intent, userId, network, mode } = charge
  return {
    payment_hash: id,
    lnaddress,
    amount: amountMsat,
    description,
    reference,
    intent,
    user_id: userId,
    network,
    mode,
  }
}

export function orderPaymentFields({ lnaddress, amountMsat, matches }: OrderPayment) {
  return { lnaddress, amount: amountMsat, matches }
}

export function sessionFields({ sessionId, referenceId, userId, guest, mode }: RampSubject) {
  return { session_id: sessionId, reference_id: referenceId, user_id: userId, guest, mode }
}
