import type * as wire from '@leyden/core/webhook'
import * as v from 'valibot'
import { Detection, Hash, LightningAddress, Mode, Msat, Network, Time } from '../http/schema.js'
import { RampDetails } from '../watch/watch-messages.js'
import type { BffEvent, ChargeFacts, SessionFacts } from './bff-event.js'

const Authenticity = v.picklist(['capability', 'signature'])

const CHARGE = {
  payment_hash: Hash,
  lnaddress: LightningAddress,
  amount: Msat,
  description: v.optional(v.string()),
  reference: v.optional(v.string()),
  intent: v.pipe(
    v.boolean(),
    v.description('Whether an intent of this shop fixed the terms. Deliver goods only if it did.'),
  ),
  user_id: v.optional(v.string()),
  network: Network,
  mode: Mode,
}

const SESSION = {
  session_id: v.string(),
  reference_id: v.string(),
  user_id: v.optional(v.string()),
  guest: v.boolean(),
  mode: Mode,
}

const message = <Type extends v.GenericSchema<string>, Data extends v.GenericSchema>(
  type: Type,
  data: Data,
) =>
  v.strictObject({
    id: v.pipe(v.string(), v.description('Ours: the same however often an event is delivered.')),
    type,
    timestamp: v.pipe(Time, v.description('When the BFF received it.')),
    data,
  })

export const ChargePaidEvent = message(
  v.literal('charge.paid'),
  v.strictObject({
    ...CHARGE,
    evidence: Detection,
    preimage: v.optional(Hash),
    paid_at: v.optional(Time),
    late: v.optional(v.pipe(v.boolean(), v.description('Paid after the invoice had expired.'))),
    duplicate_of: v.optional(
      v.pipe(
        Hash,
        v.description('The payment hash of the earlier payment of the same order: refund this one.'),
      ),
    ),
  }),
)
export const ChargeExpiredEvent = message(v.literal('charge.expired'), v.strictObject(CHARGE))

export const ServiceEvent = v.pipe(
  v.looseObject({
    id: v.pipe(v.nullable(v.string()), v.description('`evt_…`; null if there is none.')),
    type: v.pipe(v.string(), v.description('The kind as the service spells it; act on `meaning`.')),
    created_at: v.pipe(v.nullable(v.string()), v.description('As the service writes it.')),
    livemode: v.pipe(v.nullable(v.boolean()), v.description('Whether real money moved.')),
    data: v.looseObject({}),
  }),
  v.description('The service’s own event, without user tokens. Further fields of its envelope are kept.'),
) satisfies v.GenericSchema<wire.ServiceEvent>

export const RampEvent = message(
  v.pipe(v.string(), v.regex(/^ramp\./)),
  v.strictObject({
    ...SESSION,
    service: ServiceEvent,
    meaning: v.optional(v.picklist(['processing', 'completed', 'failed', 'cancelled'])),
    details: v.pipe(
      RampDetails,
      v.description(
        'Amounts and other details of `service.data`, under names that do not depend on the envelope.',
      ),
    ),
    suspect: v.optional(v.array(v.picklist(['session_id', 'livemode']))),
    released: v.optional(v.literal(true)),
    authenticity: Authenticity,
    conflict: v.boolean(),
    user_tokens: v.pipe(v.looseObject({}), v.description('Secrets.')),
  }),
)
export const WebhookUnusableEvent = message(
  v.literal('webhook.unusable'),
  v.strictObject({
    ...v.partial(v.object(SESSION)).entries,
    reason: v.picklist(['bad_json', 'bad_shape', 'too_deep', 'no_kind', 'unknown_session']),
    authenticity: Authenticity,
    body: v.pipe(v.string(), v.description('The raw body; it may contain user tokens.')),
  }),
)

/** The JSON form of an event: amounts as decimal strings of millisatoshis, times in ISO 8601. */
export const EventMessage = v.union([ChargePaidEvent, ChargeExpiredEvent, RampEvent, WebhookUnusableEvent])
export type EventMessage = v.InferInput<typeof EventMessage>

/** Converts an event to JSON, for a program that posts events to another server. */
export function eventMessage(event: BffEvent): EventMessage {
  const { id } = event
  const timestamp = event.at.toISOString()
  switch (event.type) {
    case 'charge.paid': {
      const { type, charge, evidence, preimage, paidAt, late, duplicateOf } = event
      const paid = { evidence, preimage, paid_at: paidAt?.toISOString(), late, duplicate_of: duplicateOf }
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
      const { id: _, at: __, type, session, suspect, userTokens, ...facts } = event
      const rest = { ...facts, suspect: suspect && [...suspect], user_tokens: userTokens }
      return { id, type, timestamp, data: { ...sessionFields(session), ...rest } }
    }
  }
}

function chargeFields({ paymentHash, amountMsat, userId, ...charge }: ChargeFacts) {
  return { payment_hash: paymentHash, amount: String(amountMsat), user_id: userId, ...charge }
}

function sessionFields({ sessionId, referenceId, userId, guest, mode }: SessionFacts) {
  return { session_id: sessionId, reference_id: referenceId, user_id: userId, guest, mode }
}
