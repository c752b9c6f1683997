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
  RampField,
  Time,
} from '../http/schema.js'
import { RampDetails } from '../watch/watch-messages.js'
import type { BffEvent, ChargeFacts, PaidOrder, SessionFacts } from './bff-event.js'

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
  /** Whether the charge has this recipient and this amount. */
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
    /** The evidence of the payment: `preimage`, `verify` or `app`. */
    evidence: Detection,
    /** 64 hex digits, if known. */
    preimage: v.optional(Hash),
    /** ISO 8601: when the payment happened, if known. */
    paid_at: v.optional(Time),
    /** Whether the payment happened after the invoice's expiry; absent if unknown. */
    late: v.optional(
      described(
        v.boolean(),
        'Whether the payment happened after the invoice had expired. Absent if unknown.',
      ),
    ),
    /** What your server had signed last for the reference. Absent for a charge without an intent. */
    order: v.optional(
      described(
        PAID_ORDER,
        'The recipient and amount that your server had signed last for the reference when the payment was stored. Absent for a charge without an intent.',
      ),
    ),
    /** The payment hash of an earlier payment with the same reference, recipient and amount. */
    duplicate_of: v.optional(
      described(
        Hash,
        'The payment hash of an earlier payment with the same reference, recipient and amount. Refund this later payment.',
      ),
    ),
  }),
)
export const ChargeExpiredEvent = message(v.literal('charge.expired'), v.strictObject(CHARGE))

export const ServiceEvent: v.GenericSchema<wire.ServiceEvent> = described(
  v.looseObject({
    id: described(
      v.nullable(v.string()),
      'The service’s id of the event, `evt_…`, or null if the event has none.',
    ),
    type: described(
      v.string(),
      'The type of the event, as the service spells it. Decide by `meaning`, not by this field.',
    ),
    created_at: described(
      v.nullable(v.string()),
      'When the service created the event, as the service writes it.',
    ),
    livemode: described(v.nullable(v.boolean()), 'Whether real money moved.'),
    data: v.looseObject({}),
  }),
  'The event of the service, without user tokens. The BFF keeps further fields of its envelope.',
)

export const RampEvent = message(
  v.pipe(v.string(), v.regex(/^ramp\./)),
  v.strictObject({
    ...SESSION,
    /** The service's own event, without user tokens. */
    service: ServiceEvent,
    /** The status that the event gives the session. Absent if it gives none, or if the event is held for review. */
    meaning: v.optional(v.picklist(['processing', 'completed', 'failed', 'cancelled'])),
    /** Amounts and other details of `service.data`, under names that do not depend on the envelope. */
    details: described(
      RampDetails,
      'Amounts and other details of `service.data`, under names that do not depend on the envelope.',
    ),
    /** The fields in which the event contradicts its session or itself. The BFF holds the event until an operator releases it. */
    suspect: v.optional(
      described(
        v.array(RampField),
        'The fields in which the event contradicts its session or itself. It has no effect until an operator releases it.',
      ),
    ),
    /** The fields in which the event differs from what was sent, without a consequence. */
    differs: v.optional(
      described(
        v.array(RampField),
        'The fields in which the event differs from what the BFF has sent, without a consequence.',
      ),
    ),
    /** The `session_id` of the session that completed the order, or one with the same reference, before this one. */
    duplicate_of: v.optional(
      described(
        v.string(),
        'The `session_id` of the session that completed the ramp order, or one with the same reference, before this one. Deliver nothing for this purchase, and refund it.',
      ),
    ),
    /** True if it contradicts a completed purchase: it has failed later, or was refunded, reversed or charged back. */
    after_completed: v.optional(
      described(
        v.literal(true),
        'The event contradicts a completed purchase, which has failed later, or was refunded, reversed or charged back. Check what you have delivered.',
      ),
    ),
    /** True if an operator has released the event. */
    released: v.optional(v.literal(true)),
    /** The evidence of its sender: the session's secret URL, or a signature. */
    authenticity: Authenticity,
    /** Whether an earlier event has the same id and other content. */
    conflict: v.boolean(),
    /** The user tokens of the event. They are secrets. */
    user_tokens: described(v.looseObject({}), 'The user tokens of the event. They are secrets.'),
  }),
)
export const WebhookUnusableEvent = message(
  v.literal('webhook.unusable'),
  v.strictObject({
    ...v.partial(v.object(SESSION)).entries,
    /** Why the BFF cannot use the webhook. */
    reason: v.picklist(['bad_json', 'bad_shape', 'too_deep', 'no_kind', 'unknown_session']),
    /** The evidence of its sender: the session's secret URL, or a signature. */
    authenticity: Authenticity,
    /** The raw body, which may contain user tokens. */
    body: described(v.string(), 'The raw body, which may contain user tokens.'),
  }),
)

/** The JSON form of an event: amounts as decimal strings of millisatoshis, times in ISO 8601. */
export const EventMessage = v.union([ChargePaidEvent, ChargeExpiredEvent, RampEvent, WebhookUnusableEvent])
export type EventMessage = v.InferInput<typeof EventMessage>

/**
 * Converts an event to JSON, for a program that posts events to another server.
 *
 * @example
 * const onEvent = (event: BffEvent) => post('https://shop.example/events', JSON.stringify(eventMessage(event)))
 */
export function eventMessage(event: BffEvent): EventMessage {
  const { id } = event
  const timestamp = event.at.toISOString()
  switch (event.type) {
    case 'charge.paid': {
      const { type, charge, evidence, preimage, paidAt, late, order, duplicateOf } = event
      const paid = {
        evidence,
        preimage,
        paid_at: paidAt?.toISOString(),
        late,
        order: order && orderFields(order),
        duplicate_of: duplicateOf,
      }
      return { id, type, timestamp, data: { ...chargeFields(charge), ...paid } }
    }
    case 'charge.expired':
      return { id, type: event.type, timestamp, data: chargeFields(event.charge) }
    case 'webhook.unusable': {
      const { type, knownSession, reason, authenticity, body } = event
      const session = knownSession ? sessionFields(knownSession) : {}
      return { id, type, timestamp, data: { ...session, reason, authenticity, body } }
    }
    default: {
      const {
        id: _,
        at: __,
        type,
        session,
        suspect,
        differs,
        duplicateOf,
        afterCompleted,
        userTokens,
        ...facts
      } = event
      const rest = {
        ...facts,
        after_completed: afterCompleted,
        suspect: suspect && [...suspect],
        differs: differs && [...differs],
        duplicate_of: duplicateOf,
        user_tokens: userTokens,
      }
      return { id, type, timestamp, data: { ...sessionFields(session), ...rest } }
    }
  }
}

export function chargeFields({ paymentHash, amountMsat, userId, ...charge }: ChargeFacts) {
  return { payment_hash: paymentHash, amount: String(amountMsat), user_id: userId, ...charge }
}

export function orderFields({ lnaddress, amountMsat, matches }: PaidOrder) {
  return { lnaddress, amount: String(amountMsat), matches }
}

export function sessionFields({ sessionId, referenceId, userId, guest, mode }: SessionFacts) {
  return { session_id: sessionId, reference_id: referenceId, user_id: userId, guest, mode }
}
